// A program: its terminal, the source beside the code, registers and memory with what changed.

function hex(value, digits) {
  return (value >>> 0).toString(16).padStart(digits, "0");
}

/** Registers and words of memory at a frame: the first frame's, and all changes up to it. */
function programState(data, index) {
  const registers = new Array(32).fill(0);
  const words = new Map();
  for (const [at, ...values] of data.program.lines) values.forEach((value, k) => words.set(at + 4 * k, value));
  for (let k = 0; k <= index; k += 1) {
    for (const [register, value] of data.frames.registers[k]) registers[register] = value;
    for (const [address, value] of data.frames.memory[k]) words.set(address, value);
  }
  return { registers, words };
}

function scrollRegion(label, kind, ...content) {
  return h("div", { class: `scroll ${kind}`, tabindex: 0, role: "region", "aria-label": label }, content);
}

/** Scrolls a frame so that a row of it is in the middle, without moving the page. */
function centre(frame, row) {
  if (row) frame.scrollTop = Math.max(0, row.offsetTop - frame.clientHeight / 2 + row.offsetHeight / 2);
}

function programPanel(title, ...content) {
  return h("div", { class: "program-panel" }, h("h2", { text: title }), content);
}

/** The code near what is executed, a row per instruction; gaps are marked. */
function codePanel(data, player) {
  const rows = new Map();
  const body = h("tbody", null);
  let before = null;
  for (const [address, text, symbol, line, place] of data.program.code) {
    if (before !== null && address !== before + 4) body.append(h("tr", { class: "gap" }, h("td", { colspan: 3, text: "…" })));
    if (symbol) body.append(h("tr", { class: "symbol" }, h("th", { scope: "rowgroup", colspan: 3, text: `${symbol}:` })));
    const row = h("tr", null, h("td", { class: "address", text: hex(address, 4) }), h("td", { text }), h("td", { class: "line", text: line ? `line ${line}` : place }));
    rows.set(address, row);
    body.append(row);
    before = address;
  }
  const frame = scrollRegion("code", "listing", h("table", null, body));
  let lit = null;
  player.watch((index) => {
    if (lit) lit.classList.remove("now");
    lit = rows.get(data.frames.pc[index]) || null;
    if (lit) lit.classList.add("now");
    centre(frame, lit);
  });
  return programPanel("Code", frame);
}

function sourcePanel(data, player) {
  const { source, code: known } = data.program;
  if (!source.length) return null;
  const lines = new Map(known.map(([address, , , line]) => [address, line]));
  const rows = source.map((text, k) => h("tr", null, h("td", { class: "address", text: k + 1 }), h("td", { text: text || " " })));
  const frame = scrollRegion("source", "listing source", h("table", null, h("tbody", null, rows)));
  let lit = null;
  player.watch((index) => {
    if (lit) lit.classList.remove("now", "last");
    let at = index; // in the code of a library: the line from which it was called
    while (at > 0 && !lines.get(data.frames.pc[at])) at -= 1;
    lit = rows[(lines.get(data.frames.pc[at]) || 0) - 1] || null;
    if (lit) lit.classList.add(at === index ? "now" : "last");
    centre(frame, lit);
  });
  return programPanel("Source", frame);
}

function terminalPanel(data, player) {
  const bytes = Uint8Array.from(data.program.terminal, (sign) => sign.charCodeAt(0));
  const screen = h("pre", { class: "program-terminal", tabindex: 0, role: "region", "aria-label": "terminal" });
  const cursor = h("i", { class: "cursor", "aria-hidden": "true" });
  player.watch((index) => {
    const ended = data.frames.ending[index];
    const text = new TextDecoder().decode(bytes.subarray(0, data.frames.written[index]));
    screen.replaceChildren(text, cursor, ...(ended ? [h("span", { class: "ended", text: `\n[${ended}]` })] : []));
    screen.scrollTop = screen.scrollHeight;
  });
  return programPanel("Terminal", screen);
}

function registersPanel(data, player) {
  const cells = data.program.names.map((name) => ({ name, value: h("b", { text: "0" }) }));
  const boxes = cells.map(({ name, value }) => h("div", { class: "register" }, h("small", { text: name }), value));
  player.watch((index) => {
    const { registers } = programState(data, index);
    const changed = new Set(index ? data.frames.registers[index].map(([register]) => register) : []);
    registers.forEach((value, k) => {
      cells[k].value.textContent = (value >>> 0).toString(16);
      boxes[k].title = `${cells[k].name} = ${value} = ${value | 0}`;
      boxes[k].classList.toggle("changed", changed.has(k));
      boxes[k].classList.toggle("zero", !value);
    });
  });
  return programPanel("Registers", h("div", { class: "registers" }, boxes));
}

/** Rows of 16 bytes that the shown instructions access: hexadecimal, lowest byte first, and as text. */
function memoryPanel(data, player) {
  const { lines } = data.program;
  if (!lines.length) return null;
  const rows = lines.map(([at]) => {
    const words = [0, 4, 8, 12].map(() => h("td", { class: "word" }));
    const text = h("td", { class: "text" });
    return { at, words, text, row: h("tr", null, h("th", { scope: "row", class: "address", text: hex(at, 4) }), words, text) };
  });
  const frame = scrollRegion("memory", "listing memory", h("table", null, h("tbody", null, rows.map((each) => each.row))));
  player.watch((index) => {
    const { words } = programState(data, index);
    const changed = new Set(data.frames.memory[index].map(([address]) => address));
    const used = data.frames.access[index];
    let shown = null;
    for (const each of rows) {
      let text = "";
      each.words.forEach((cell, k) => {
        const address = each.at + 4 * k;
        const value = words.get(address) >>> 0;
        const bytes = [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
        cell.textContent = bytes.map((byte) => hex(byte, 2)).join(" ");
        cell.classList.toggle("changed", changed.has(address));
        cell.classList.toggle("used", used !== null && (used & ~3) === address);
        if (changed.has(address) || (used !== null && (used & ~3) === address)) shown = each.row;
        text += bytes.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : "·")).join("");
      });
      each.text.textContent = text;
    }
    if (shown) centre(frame, shown);
  });
  return programPanel("Memory", frame);
}

/** A value as people read it: small ones as signed numbers, others in hexadecimal. */
function registerText(value) {
  const signed = value | 0;
  return Math.abs(signed) < 65536 ? String(signed) : `0x${hex(value, 1)}`;
}

/** What is executed next, and what the step before has changed. */
function programSentence(data, index) {
  const { frames, program } = data;
  const row = program.code.find(([address]) => address === frames.pc[index]);
  const ended = frames.ending[index];
  const next = ended ? ["The program has ended: ", code(ended), "."] : ["Next at ", code(hex(frames.pc[index], 4)), ": ", code(row ? row[1] : "nothing: outside of the code"), row && row[3] ? `, from line ${row[3]}.` : row && row[4] ? `, from ${row[4]}.` : "."];
  if (!index) return next;
  const registers = frames.registers[index].slice(0, 3).map(([register, value]) => `${program.names[register]} = ${registerText(value)}`);
  const words = frames.memory[index].slice(0, 2).map(([address, value]) => `word ${hex(address, 4)} = ${registerText(value)}`);
  const changes = [...registers, ...words];
  return changes.length ? [...next, " Just changed: ", changes.flatMap((text, k) => [k ? ", " : "", code(text)]), "."] : next;
}

function programStage(data, player) {
  const words = h("p", { class: "sentence", "data-role": "sentence" });
  player.watch((index) => words.replaceChildren(...programSentence(data, index).flat()));
  const source = sourcePanel(data, player);
  return [words, h("div", { class: source ? "program with-source" : "program" }, source, codePanel(data, player), registersPanel(data, player), memoryPanel(data, player), terminalPanel(data, player))];
}
