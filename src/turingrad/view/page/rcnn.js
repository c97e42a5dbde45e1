// The recurrent convolution: cells by their values, the patch of one cell and the ReLU features that fire on it.
const POSITION_NAMES = ["itself", "above", "below", "left", "right"];

const signed = (answer) => (answer > 0 ? "+1" : answer < 0 ? "−1" : "none");

/** Which cell values a feature fires on, in words. */
function featureName(cells, feature) {
  const [position, knots] = cells.local.features[feature];
  const fires = cells.values.filter(({ value }) => featureValue(knots, value) !== 0).map(({ name }) => name);
  return `${POSITION_NAMES[position]}: ${valuesInWords(fires, cells.values.map(({ name }) => name)) || "the padding"}`;
}

/** A few values by name; of many, those that are missing, or how many there are. */
function valuesInWords(some, all) {
  if (some.length <= 3) return some.join(" or ");
  const others = all.filter((name) => !some.includes(name));
  if (others.length <= 2) return others.length ? `any value but ${others.join(" and ")}` : "any value";
  return `one of ${some.length} values, such as ${some[0]}`;
}

function featureValue(knots, x) {
  return knots.reduce((sum, [knee, coefficient]) => sum + coefficient * Math.max(0, x - knee), 0);
}

/** The values of a cell and its four neighbours, the padding outside. */
function neighbours(cells, values, columns, row, column) {
  const at = (r, c) => (r < 0 || c < 0 || r >= cells.rows || c >= columns ? cells.local.padding : values[r * columns + c]);
  return [at(row, column), at(row - 1, column), at(row + 1, column), at(row, column - 1), at(row, column + 1)];
}

/** The local network on one patch: features that are not 0, units, and the next value. */
function localNetwork(cells, five) {
  const { features, units, offset } = cells.local;
  const values = features.map(([position, knots]) => featureValue(knots, five[position]));
  const sums = units.map((unit) => ({ unit, sum: Math.max(0, unit.terms.reduce((sum, [k, weight]) => sum + weight * values[k], unit.bias)) }));
  return { values, sums, next: sums.reduce((total, { unit, sum }) => total + unit.out * sum, offset) };
}

function cellsCard(data, player, offsetOf) {
  const cells = data.net.cells;
  if (!cells) return null;
  const place = h("div", { class: "board-frame scroll", tabindex: 0, role: "region", "aria-label": "cell values" });
  const patch = h("div", { class: "patch" });
  let board = null;
  let chosen = null;
  let shownAt = 0;
  const frameOf = offsetOf || ((index) => index);
  const explain = (row, column) => {
    chosen = [row, column];
    patch.replaceChildren(...patchParts(cells, frameOf(shownAt), row, column));
  };
  player.watch((index) => {
    shownAt = index;
    const frame = frameOf(index);
    if (frame === null) {
      place.replaceChildren(h("p", { class: "explained", text: "The convolution is rolled out after the training." }));
      patch.replaceChildren();
      board = null;
      return;
    }
    const columns = cells.columns[frame];
    if (!board || board.columns !== columns) {
      board = new GridBoard(cells.rows, columns, "cell values", explain);
      place.replaceChildren(board.element);
      chosen = null;
    }
    const now = codes(cells.frames[frame]).map((k) => cells.palette[k]);
    board.show(now.map((entry) => String(entry.value)), now.map((entry) => `value ${entry.phase}${entry.head === null ? "" : " here"}${entry.symbol === data.machine.blank ? " blank" : ""}`));
    const head = now.findIndex((entry) => entry.head !== null);
    const at = head >= 0 ? head : chosen ? chosen[0] * columns + chosen[1] : 0;
    if (cells.local) explain(Math.floor(at / columns), at % columns);
    const shown = place.querySelector(".here");
    if (shown) place.scrollLeft = shown.offsetLeft - place.clientWidth / 2;
  });
  return card("Cells of the convolution", "A cell is one number: its symbol, and a head with its state if there is one. Point at a cell to see its patch and the ReLU features that fire on it.", place, patch);
}

/** A symbol in quotation marks, so that a full stop after it is none of it. */
function spoken(name) {
  return name.length === 1 ? `“${name}”` : name;
}

function patchParts(cells, frame, row, column) {
  const columns = cells.columns[frame];
  const values = codes(cells.frames[frame]).map((k) => cells.palette[k].value);
  const five = neighbours(cells, values, columns, row, column);
  const found = localNetwork(cells, five);
  const named = (value) => (cells.values.find((entry) => entry.value === value) || { name: value === cells.local.padding ? "padding" : "?" }).name;
  const square = (k, area) => h("div", { class: `neighbour ${area}` }, h("b", { text: five[k] }), h("small", { text: named(five[k]) }));
  const firing = found.values.map((value, k) => [value, k]).filter(([value]) => value !== 0);
  const last = frame + 1 < cells.frames.length && cells.columns[frame + 1] === columns && (!cells.first || cells.first[frame + 1] === cells.first[frame]) ? cells.palette[codes(cells.frames[frame + 1])[row * columns + column]].value : null;
  return [
    h("div", { class: "cross" }, square(1, "up"), square(3, "left"), square(0, "centre"), square(4, "right"), square(2, "down")),
    h("div", { class: "patch-says" },
      h("p", null, h("b", { text: `${firing.length} of ${number(found.values.length)} features fire` })),
      h("ul", null, firing.slice(0, 8).map(([value, k]) => h("li", { text: `${featureName(cells, k)}${value === 1 ? "" : ` (${number(value)})`}` }))),
      h("p", null, "The units add up to ", code(found.next), `, which stands for ${spoken(named(found.next))}. `, last === found.next ? "That is its value one layer on." : "")),
  ];
}

/** Training and prediction in one stage: W fills row by row, then the grid of the prediction. */
function rcnnStage(data, player) {
  const { training, machine } = data;
  const before = training.W.length;
  const rows = training.x.length;
  const columns = data.features + 1;
  const words = h("p", { class: "sentence", "data-role": "sentence" });
  const memory = new GridBoard(rows, columns, "the weight matrix W");
  const cells = data.net.cells;
  const board = new GridBoard(cells.rows, cells.columns[0], "the grid of the prediction");
  const state = h("span", { class: "state-pill" });
  const memoryFrame = h("div", { class: "board-block" }, h("h2", { text: "W, the weights that SGD trains" }), h("div", { class: "board-frame scroll", tabindex: 0, role: "region", "aria-label": "weights" }, memory.element));
  const gridFrame = h("div", { class: "board-block" }, h("h2", null, "the grid, layer by layer ", state), h("div", { class: "board-frame scroll", tabindex: 0, role: "region", "aria-label": "grid" }, board.element), h("p", { class: "phases" }, ["unknown", "memory", "compute"].map((name) => h("span", { class: `key phase-${name}`, text: `${name} phase` }))));
  player.watch((index) => {
    const layer = data.frames.layer[index];
    const step = Math.min(index, before - 1);
    const W = training.W[step];
    const gradient = layer === null ? training.gradient[step] : "";
    memory.show([...W].map((sign) => (sign === "0" ? "" : sign)), [...W].map((sign, k) => `${sign === "+" ? "plus" : sign === "-" ? "minus" : "blank"}${gradient && gradient[k] !== "0" ? " pulled" : ""}`));
    gridFrame.classList.toggle("waiting", layer === null);
    if (layer === null) {
      board.show(Array(board.cells.length).fill(""), Array(board.cells.length).fill("blank"));
      state.textContent = "";
      words.replaceChildren(...trainingInWords(training, step));
      return;
    }
    const frame = index - before;
    const now = codes(cells.frames[frame]).map((k) => cells.palette[k]);
    board.show(now.map((entry) => (entry.symbol === "0" ? "" : entry.symbol)), now.map((entry) => `phase-${entry.phase} ${entry.symbol === "0" ? "blank" : signClass(entry.symbol)}${entry.head === null ? "" : " here"}`));
    const head = now.find((entry) => entry.head !== null);
    state.textContent = head ? head.head : "";
    words.replaceChildren(...layerInWords(data, index, layer, machine));
  });
  return [words, h("div", { class: "boards" }, memoryFrame, gridFrame)];
}

function trainingInWords(training, step) {
  const sign = (value) => (value > 0 ? "+1" : "−1");
  if (step === 0) return ["Before training W is 0. The network memorises one sample per step."];
  const last = step === training.x.length;
  return [
    last ? "The dummy sample comes last" : `SGD step ${step}: sample ${step} with label ${sign(training.y[step - 1])}`,
    `. The output was ${training.output[step]}, the loss ${number(training.loss[step])}; the gradient reaches the first empty row only, and one step writes `,
    last ? "the row of ones, which will hold the test point." : "the label times the sample into it.",
  ];
}

function layerInWords(data, index, layer, machine) {
  const state = machine.states[data.frames.state[index]];
  const rule = machine.rules[data.frames.rule[index]];
  const point = data.point.map((sign) => (sign > 0 ? "+" : "−")).join("");
  if (layer === 0) return ["Now the prediction of the test point ", code(point), ": every column of W is multiplied by its feature. W is full, so the grid will compute."];
  if (layer === 1) return ["The cells see no empty row: the compute phase spreads over the grid, and a head appears."];
  if (index === data.frames.step.length - 1) {
    const verdict = data.answer === data.expectedAnswer ? [", the answer of the learner itself."] : [", which is wrong: the learner itself answers ", code(signed(data.expectedAnswer)), "."];
    return [`After ${number(layer)} layers nothing changes any more. The read-out sums the grid: the prediction is `, code(signed(data.answer)), ...verdict];
  }
  if (!state) return [`Layer ${number(layer)}.`];
  if (!rule) return [`Layer ${number(layer)}: the machine has halted in `, code(state), "; its answer spreads to the read-out."];
  const [, read, write, move, next] = rule;
  return [`Layer ${number(layer)}: in state `, code(state), read === "#" ? " the head has bumped into the wall" : [" the head reads ", code(read)], write !== null && write !== read ? [", writes ", code(write)] : "", move === "S" ? ", stays" : `, moves ${GRID_MOVES[move]}`, " and goes to ", code(next), "."].flat();
}
