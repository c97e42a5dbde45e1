// A search: every dot is a candidate learner, how far the search had come when it was tried, and how much it got right.

function searchStage(data, player) {
  const words = h("p", { class: "sentence", "data-role": "sentence" });
  player.watch((index) => words.replaceChildren(...searchInWords(data, index)));
  return [words, candidatePlot(data, player)];
}

function share(value) {
  return `${number(Math.round(value * 10000) / 100)} %`;
}

function searchInWords(data, index) {
  const lead = data.boards[data.leads[index]];
  const led = lead ? ["The best of the rounds so far is right on ", code(share(lead.rows[0].accuracy)), lead.rows[0].origin === "search" ? "." : ` (${lead.rows[0].origin}, from the library).`] : ["No round is closed yet."];
  if (data.round[index] === null) return ["Before the first candidate. ", ...led];
  const best = Math.max(...data.candidates[index], 0);
  const tried = data.tried[index] - (index ? data.tried[index - 1] : 0);
  const whole = index > 0 && data.frames.step[index] === data.frames.step[index - 1] + 1;
  const many = whole ? `${number(tried)} machines tried; ` : "";
  return [`Round ${data.round[index] + 1}: ${many}the best of this unit gets `, code(share(best)), ` of ${number(data.practice)} practice problems right. `, ...led];
}

function candidatePlot(data, player) {
  const element = h("figure", { class: "chart candidates" });
  const height = 260;
  const margin = { left: 58, right: 24, top: 14, bottom: 38 };
  const all = data.candidates.flat().concat(data.boards.map((board) => board.rows[0].accuracy));
  const low = Math.max(0, Math.min(0.5, ...all) - 0.03);
  const end = Math.max(1, data.tried.at(-1));
  let dots = [];
  let cursor = null;
  let X = null;
  const light = (index) => {
    if (!X) return;
    dots.forEach((group, k) => {
      for (const dot of group) dot.setAttribute("class", `candidate${k > index ? " later" : k === index ? " now" : ""}`);
    });
    const x = X(data.tried[index]);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
  };
  onWidth(element, (width) => {
    X = (tried) => margin.left + (tried / end) * (width - margin.left - margin.right);
    const Y = (value) => height - margin.bottom - ((value - low) / (1.02 - low)) * (height - margin.top - margin.bottom);
    const parts = [];
    for (const y of ticks(low, 1, 4)) {
      parts.push(s("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: Y(y), y2: Y(y) }));
      parts.push(s("text", { class: "tick y", x: margin.left - 7, y: Y(y) + 3.5, text: `${number(Math.round(100 * y))} %` }));
    }
    for (const x of ticks(0, end, Math.max(2, width / 150))) parts.push(s("text", { class: "tick x", x: X(x), y: height - margin.bottom + 15, text: number(x) }));
    dots = data.candidates.map((found, k) => found.map((value, n) => {
      const before = k ? data.tried[k - 1] : 0;
      const x = X(before + ((n + 1) / (found.length + 1)) * (data.tried[k] - before));
      return s("circle", { class: "candidate", cx: x, cy: Y(value), r: 3.2, onclick: () => player.show(k) }, s("title", { text: `${share(value)} of the practice problems` }));
    }));
    let d = "";
    data.boards.forEach((board, k) => {
      const [x, y] = [X(board.tried).toFixed(1), Y(board.rows[0].accuracy).toFixed(1)];
      d += k ? `H${x}V${y}` : `M${x} ${y}`;
    });
    cursor = s("line", { class: "now", y1: margin.top, y2: height - margin.bottom });
    parts.push(cursor, dots, s("path", { class: "line net", d: `${d}H${X(end).toFixed(1)}` }));
    data.boards.forEach((board) => parts.push(s("circle", { class: "point net", cx: X(board.tried), cy: Y(board.rows[0].accuracy), r: 4.5 }, s("title", { text: `best after ${number(board.tried)} machines: ${share(board.rows[0].accuracy)}` }))));
    parts.push(s("text", { class: "axis", x: (margin.left + width - margin.right) / 2, y: height - 3, text: "machines tried" }));
    const label = "score of candidates by machines tried";
    element.replaceChildren(
      h("figcaption", null, h("b", { text: "right answers" }), h("span", { class: "key machine", text: "kept candidates, on practice problems" }), h("span", { class: "key net", text: "best after each round, on the ranking's problems" })),
      s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, parts));
    light(player.index);
  });
  player.watch(light);
  return element;
}

/** The leading machines after the last closed round, as a table. */
function leadersCard(data, player) {
  const body = h("tbody");
  const head = ["", "right", "states", "rules", "from"].map((name) => h("th", { scope: "col", text: name }));
  const empty = h("p", { class: "explained", text: "The library's machines compete, too; the first round shows how they do." });
  const table = h("table", { class: "listing leaders" }, h("thead", null, h("tr", null, head)), body);
  player.watch((index) => {
    const lead = data.boards[data.leads[index]];
    table.hidden = !lead;
    empty.hidden = Boolean(lead);
    if (!lead) return;
    body.replaceChildren(...lead.rows.map((row, k) => h("tr", null, [k + 1, share(row.accuracy), row.states, row.rules, row.origin].map((cell) => h("td", { text: cell })))));
  });
  return card("Who leads", "Ranked on problems that no candidate has practised on, some of them larger; of equals the one with fewer rules.", empty, table);
}

/** The rules of the machine that leads: another picture whenever another machine takes the lead. */
function championCard(data, player) {
  const place = h("div", { class: "champion" });
  const made = new Map();
  const still = { watch() {} };
  let shown = -2;
  player.watch((index) => {
    const lead = data.boards[data.leads[index]];
    const wanted = lead ? lead.machine : -1;
    if (wanted === shown) return;
    shown = wanted;
    if (wanted < 0) return place.replaceChildren(h("p", { class: "explained", text: "No machine leads yet." }));
    if (!made.has(wanted)) {
      const machine = data.machines[wanted];
      const picture = machine.diagram ? h("div", { class: "diagram-frame" }, parsed(machine.diagram)) : null;
      made.set(wanted, [picture, rulesTable(machine, { rule: [] }, still)].filter(Boolean));
    }
    place.replaceChildren(...made.get(wanted));
    place.dataset.machine = wanted;
  });
  return card("The machine that leads", "It reads the grid of samples (rows), labels (last column) and the point to predict; # is the wall. Halting in halt+ or halt- is the answer.", place);
}
