// The machine itself: its state diagram and its rules, with what applies now lit.

function diagramCard(machine, frames, player) {
  if (!machine.diagram) return null;
  const picture = parsed(machine.diagram);
  const states = [...picture.querySelectorAll("[data-state]")];
  const byState = new Map(states.map((element) => [Number(element.dataset.state), element]));
  const byRule = new Map();
  for (const element of picture.querySelectorAll("[data-rules]")) {
    for (const rule of element.dataset.rules.split(" ")) byRule.set(Number(rule), element);
  }
  const lit = new Set();
  const said = s("g", { class: "arrow spoken" }); // what the lit arrow says stands above the states
  picture.append(said);
  player.watch((index) => {
    for (const element of lit) element.classList.remove("lit", "next");
    lit.clear();
    const light = (element, kind) => {
      if (!element) return;
      element.classList.add(kind);
      lit.add(element);
    };
    light(byState.get(frames.state[index]), "lit");
    const arrow = byRule.get(frames.rule[index]);
    light(arrow, "lit");
    said.replaceChildren();
    if (!arrow) return;
    arrow.parentNode.insertBefore(arrow, states[0]);
    said.append(arrow.querySelector("text").cloneNode(true));
  });
  return h("div", { class: "diagram-frame" }, picture);
}

const MOVE_SIGNS = { "-1": "←", 0: "·", 1: "→", U: "↑", D: "↓", L: "←", R: "→", S: "·" };

function rulesTable(machine, frames, player) {
  const rows = machine.rules.map(([state, read, write, move, next]) =>
    h("tr", null, [state, [read].flat().join(" "), write === null ? "" : [write].flat().join(" "), [move].flat().map((m) => MOVE_SIGNS[m]).join(" "), next]
      .map((cell) => h("td", { text: cell }))));
  const body = h("tbody", null, rows);
  const scroll = h("div", { class: "scroll rules", tabindex: 0, role: "region", "aria-label": "rules of the machine" },
    h("table", null, h("thead", null, h("tr", null, ["state", "reads", "writes", "moves", "next"].map((name) => h("th", { scope: "col", text: name })))), body));
  let lit = null;
  player.watch((index) => {
    if (lit) lit.classList.remove("lit");
    lit = rows[frames.rule[index]] || null;
    if (!lit) return;
    lit.classList.add("lit");
    const header = scroll.querySelector("thead").offsetHeight;
    const above = rows.findLast((row) => row.offsetTop <= lit.offsetTop - scroll.clientHeight / 2) || rows[0];
    scroll.scrollTop = above.offsetTop - header;
  });
  return scroll;
}

function machineCard(machine, frames, player) {
  const rules = h("details", { open: machine.rules.length <= 60 }, h("summary", { text: plural(machine.rules.length, "rule") }), rulesTable(machine, frames, player));
  const said = machine.doc || `${plural(machine.states.length, "state")}, ${plural(machine.symbols.length, "symbol")}.`;
  const folded = !machine.diagram && machine.states.length > 1 ? h("p", { class: "explained", text: `${number(machine.states.length)} states are too many for a picture.` }) : null;
  return card("The machine", said, h("div", { class: "machine-parts" }, h("div", null, diagramCard(machine, frames, player), folded), rules));
}
