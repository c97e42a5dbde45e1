// The decoder: the text that it writes, the token that its head reads, the residual stream in words, the next token.

function textCard(data, player) {
  const { tokens, prompt, place } = data.net;
  const chips = tokens.map((text, k) => h("span", { class: k < prompt ? "token given" : "token", text }));
  const moment = new Map(place.map((at, k) => [at, k]));
  chips.forEach((chip, k) => {
    if (!moment.has(k)) return;
    chip.classList.add("jumps");
    chip.addEventListener("click", () => { player.pause(); player.show(moment.get(k)); });
  });
  const frame = h("div", { class: "scroll tokens", tabindex: 0, role: "region", "aria-label": "tokens" }, chips);
  player.watch((index) => {
    const at = place[index];
    chips.forEach((chip, k) => {
      chip.classList.toggle("now", k === at);
      chip.classList.toggle("later", k > at);
    });
    const chip = chips[at];
    if (chip) frame.scrollTop = Math.max(0, chip.offsetTop - frame.offsetTop - frame.clientHeight / 2);
  });
  return card("The text that it writes", "A token is a step: state : symbol read @ cell. The prompt is pale; everything after it is the model's own greedy output.", frame);
}

/** Arcs from this token to the token that each head reads; one head at a time. */
function decoderAttentionCard(data, player) {
  const { heads, cells, place, tokens } = data.net;
  if (!heads.length) return null;
  const element = h("div", { class: "arcs" });
  const said = h("p", { class: "said" });
  let chosen = heads.length - 1;
  let width = 0;
  let shown = null;
  const select = heads.length < 2 ? null : h("select", { "aria-label": "head", onchange: (event) => { chosen = Number(event.target.value); draw(player.index, false); } },
    heads.map((head, k) => h("option", { value: k, text: `${head.block}: ${head.name}` })));
  if (select) select.value = chosen;
  const draw = (index, forward) => {
    shown = index;
    const head = heads[chosen];
    const read = head.token[index];
    if (read === undefined) {
      said.textContent = "The last token of the context is not fed back.";
      element.replaceChildren();
      return;
    }
    const share = `${(100 * head.share[index]).toFixed(2)} %`;
    said.replaceChildren(`Head “${head.name}” of block “${head.block}” gives ${share} of its attention to token ${number(read)}, `, code(tokens[read]), ".");
    element.dataset.reads = read;
    if (!width) return;
    const now = place[index];
    const writes = cells.map((cell, time) => ({ time, cell })).filter(({ cell }) => cell !== null);
    const plot = { top: 54, height: width < 520 ? 100 : 130 };
    const cell = cells[read] === null ? cells[now] : cells[read];
    const times = shownTimes(tokens.length - 1, now, read);
    const { parts, X } = writesPicture({ width, left: width < 520 ? 62 : 96, times, now, cell: cell || 0, found: true, read, writes, forward, plot, below: 12 });
    const height = plot.top + plot.height + 34;
    parts.push(s("text", { class: "axis", x: X(times[0]), y: height - 5, text: `token ${number(Math.max(0, times[0]))}` }));
    parts.push(s("text", { class: "axis end", x: X(times[1]), y: height - 5, text: `token ${number(times[1])}` }));
    element.replaceChildren(s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `token ${now} reads token ${read}` }, parts));
  };
  onWidth(element, (found) => {
    width = found;
    if (shown !== null) draw(shown, false);
  });
  player.watch(draw);
  return card("Attention: which token holds this cell's symbol?", "Each dot is a token and the cell that it writes. Keys are the bits of a cell; a rotary pair makes later tokens win, so the head finds the last write.", select, said, element);
}

/** The residual stream after each block, as the features that are on; those that the block turned on are bright. */
function streamCard(data, player) {
  const { blocks, stream, signs } = data.net;
  const rows = blocks.map((name) => ({ name, cell: h("td") }));
  const table = h("table", { class: "stream" }, h("tbody", null, rows.map((row) => h("tr", null, h("th", { scope: "row", text: row.name }), row.cell))));
  player.watch((index) => {
    let before = new Set();
    rows.forEach((row, k) => {
      const on = stream[index] ? stream[index][k] : [];
      row.cell.replaceChildren(...on.map((text) => h("span", { class: before.has(text) ? "feature" : "feature new", text })));
      row.cell.dataset.text = on.join(" ");
      before = new Set(on);
    });
  });
  const exact = signs ? "Every number of the stream is exactly −1 or +1, after every block of every token." : "Some numbers of the stream are not −1 or +1.";
  return card("The residual stream of this token", `What each block adds is bright: the rule, the new cell, the symbol there. ${exact}`, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "residual stream" }, table));
}

function nextTokenCard(data, player) {
  const body = h("div", { class: "next-tokens" });
  player.watch((index) => {
    const found = data.net.next[index];
    if (!found) return body.replaceChildren(h("p", { class: "explained", text: "The context ends here." }));
    const most = Math.max(1e-9, ...found.map(([, value]) => Math.abs(value)));
    body.replaceChildren(...found.map(([text, value], k) => {
      const bar = h("i");
      bar.style.width = `${((100 * Math.max(0, value)) / most).toFixed(1)}%`;
      return h("div", { class: k ? "candidate-token" : "candidate-token best" }, code(text), h("span", { class: "bar" }, bar), h("span", { class: "logit", text: number(value) }));
    }));
  });
  return card("The next token", "The largest logits. The right token leads every other by the same gap at every step.", body);
}
