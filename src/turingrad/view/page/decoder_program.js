// A program on the decoder: the tokens of its instructions, and for each block what its heads read and what it adds.

/** The tokens near the shown records; what is left out between them is marked. */
function programTokensCard(data, player) {
  const { windows, window: where, records } = data.net;
  const frames = windows.map((one) => {
    const chips = new Map();
    const parts = [];
    let before = -1;
    one.numbers.forEach((at, k) => {
      if (at !== before + 1) parts.push(h("span", { class: "token-gap", text: `… ${number(at - before - 1)} …` }));
      const chip = h("span", { class: at < one.prompt ? "token given" : "token", text: one.texts[k], title: `token ${number(at)}` });
      chips.set(at, chip);
      parts.push(chip);
      before = at;
    });
    return { chips, element: h("div", { class: "scroll tokens program-tokens", tabindex: 0, role: "region", "aria-label": "tokens" }, parts) };
  });
  records.forEach(([begin, end], k) => {
    for (let at = begin; at < end; at += 1) {
      const chip = frames[where[k]].chips.get(at);
      chip.classList.add("jumps");
      chip.addEventListener("click", () => { player.pause(); player.show(k); });
    }
  });
  const place = h("div", null);
  let lit = [];
  player.watch((index) => {
    const { chips, element } = frames[where[index]];
    const [begin, end] = records[index];
    lit.forEach((chip) => chip.classList.remove("now"));
    lit = [];
    for (let at = begin; at < end; at += 1) lit.push(chips.get(at));
    lit.forEach((chip) => chip.classList.add("now"));
    for (const [at, chip] of chips) chip.classList.toggle("later", at >= end);
    if (place.firstChild !== element) place.replaceChildren(element);
    centre(element, lit[0]);
  });
  return card("The tokens", "An instruction is a record: its address, then the bytes that it writes, or a byte of output. The prompt, which is the program in memory, is pale; everything after it is the model's own output.", place);
}

/** Arcs from a token to the tokens that the heads of all blocks read, and what each block writes. */
function programHeadsCard(data, player) {
  const { heads, reads, adds, records, windows, window: where, blocks, unknown } = data.net;
  if (!heads.length) return unknown ? card("What the heads read", unknown) : null;
  const choice = h("div", { class: "record-choice", role: "group", "aria-label": "token of the record" });
  const picture = h("div", { class: "arcs" });
  const body = h("tbody", null);
  let chosen = 0;
  let width = 0;
  let shown = null;
  const text = (one, at) => one.texts[one.numbers.indexOf(at)];
  const draw = (index, forward) => {
    if (shown !== index) chosen = 0;
    shown = index;
    const one = windows[where[index]];
    const [begin, end] = records[index];
    const now = begin + chosen;
    const found = reads[index][chosen];
    choice.replaceChildren(...Array.from({ length: end - begin }, (_, k) => h("button", { type: "button", class: k === chosen ? "plain chosen" : "plain", "aria-pressed": k === chosen ? "true" : "false", text: text(one, begin + k), onclick: () => { chosen = k; draw(index, false); } })));
    picture.dataset.reads = found.join(" ");
    body.replaceChildren(...blocks.map((name, number_) => blockRow(name, heads.map((head, k) => ({ head, read: found[k] })).filter(({ head }) => head.block === name), adds[index][chosen][number_], one)));
    if (width) picture.replaceChildren(readsPicture(one, now, found, heads, width, forward, text));
  };
  onWidth(picture, (found) => {
    width = found;
    if (shown !== null) draw(shown, false);
  });
  player.watch(draw);
  const table = h("table", { class: "stream" }, body);
  return card("What the heads read", "Each head looks for the last token with its key: the word of code at pc, the last write of a register or of a word of memory. An arc leads from this token to the one that it reads; heads that look for nothing read the first token, and have no arc. Below, what each head reads and what each block adds to the stream; numbers are hexadecimal.", choice, picture,
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "blocks" }, table));
}

function blockRow(name, inside, added, one) {
  const said = inside.map(({ head, read }) => h("div", { class: "head-reads" }, `${head.name}: `, read ? [code(one.from[read][0]), h("span", { class: "quiet", text: ` token ${number(read)}` })] : h("span", { class: "quiet", text: "nothing" })));
  return h("tr", null, h("th", { scope: "row", text: name }), h("td", null, said, added.map((text) => h("span", { class: "feature new", text }))));
}

/** The tokens that are read, in their order, as labels in a row, and an arc from the present token to each. */
function readsPicture(one, now, found, heads, width, forward, text) {
  const places = [...new Set(found.filter((read) => read > 0 && read !== now))].sort((a, b) => a - b);
  const all = [...places, now];
  const X = (at) => (all.length < 2 ? width / 2 : 46 + (all.indexOf(at) / (all.length - 1)) * (width - 92));
  const base = 96;
  const parts = [];
  for (const at of places) {
    const names = heads.filter((_, k) => found[k] === at).map((head) => head.name);
    const rise = Math.min(78, 20 + Math.abs(X(now) - X(at)) / 5);
    parts.push(s("path", { class: forward ? "arc draws" : "arc", d: `M${X(now)} ${base}C${X(now)} ${base - rise} ${X(at)} ${base - rise} ${X(at)} ${base}`, pathLength: 1 }, s("title", { text: names.join(", ") })));
  }
  for (const [k, at] of all.entries()) {
    const low = k % 2 && width < 700 ? 16 : 0;
    parts.push(s("circle", { class: at === now ? "read here" : "read", cx: X(at), cy: base, r: 5 }));
    parts.push(s("text", { class: "token-name", x: X(at), y: base + 20 + low, text: text(one, at) }));
    parts.push(s("text", { class: "axis middle", x: X(at), y: base + 34 + low, text: number(at) }));
  }
  return s("svg", { viewBox: `0 0 ${width} 150`, width, height: 150, role: "img", "aria-label": `token ${now} reads ${places.length ? `tokens ${places.join(", ")}` : "nothing"}` }, parts);
}
