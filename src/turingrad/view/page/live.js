// A network that runs in the page: onnxruntime-web and the ONNX graph are part of this file.

function bytesOf(id) {
  const text = atob(document.getElementById(id).textContent);
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

let liveSession = null;
/** The runtime and a session of the network, made once, when first asked for. */
function sessionOfPage() {
  liveSession ??= (async () => {
    const place = URL.createObjectURL(new Blob([bytesOf("live-script")], { type: "text/javascript" }));
    const ort = await import(place);
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.proxy = false;
    ort.env.wasm.wasmBinary = bytesOf("live-binary").buffer;
    const session = await ort.InferenceSession.create(bytesOf("live-model"), { executionProviders: ["wasm"], logSeverityLevel: 3 });
    return { ort, session };
  })();
  return liveSession;
}

/** s, T, H and the first cell's place of a typed tape. */
function startingPoint(live, text) {
  const numbers = [...text].map((symbol) => live.symbols.indexOf(symbol));
  const unknown = numbers.indexOf(-1);
  if (unknown >= 0) throw new Error(`no symbol ${[...text][unknown]}; there are ${live.symbols.join(" ")}`);
  let cells = live.cells;
  while (cells < numbers.length + 2) cells *= 2;
  const origin = Math.floor((cells - numbers.length) / 2);
  const width = live.codes[0].length;
  const point = { s: new Float32Array(live.vertices), T: new Float32Array(width * cells), H: new Float32Array(cells), origin, cells };
  point.s[live.starts[numbers.length ? numbers[0] : live.blank]] = 1;
  point.H[origin] = 1;
  for (let cell = 0; cell < cells; cell += 1) {
    const inside = cell >= origin && cell < origin + numbers.length;
    live.codes[inside ? numbers[cell - origin] : live.blank].forEach((value, i) => { point.T[i * cells + cell] = value; });
  }
  return point;
}

/** Gradient steps by the graph: at most `most` of them. */
async function descended(live, point, most) {
  const { ort, session } = await sessionOfPage();
  const whole = (value) => new ort.Tensor("int64", BigInt64Array.of(BigInt(value)), []);
  const found = await session.run({
    s: new ort.Tensor("float32", point.s, [live.vertices]),
    T: new ort.Tensor("float32", point.T, [1, live.codes[0].length, point.cells]),
    H: new ort.Tensor("float32", point.H, [1, point.cells]),
    origin: whole(point.origin),
    most: whole(most),
  });
  const after = { s: found.s_after.data, T: found.T_after.data, H: found.H_after.data };
  const taken = Number(found.taken.data[0]);
  return { ...after, cells: found.H_after.dims[1], origin: Number(found.origin_after.data[0]), taken, halted: Boolean(found.halted.data[0]), losses: [...found.losses.data].slice(0, taken) };
}

const best = (values) => values.reduce((most, value, i) => (value > values[most] ? i : most), 0);

/** The machine's configuration in a point: each cell is the symbol whose code it holds. */
function configurationIn(live, point) {
  const symbols = Array.from({ length: point.cells }, (_, cell) =>
    best(live.codes.map((code) => code.reduce((sum, value, i) => sum + value * point.T[i * point.cells + cell], 0))));
  const head = best([...point.H]);
  const state = live.states[Math.floor(best([...point.s]) / live.symbols.length)];
  const filled = symbols.flatMap((symbol, cell) => (symbol !== live.blank ? [cell] : []));
  const first = Math.min(head, ...filled);
  const last = Math.max(head, ...filled);
  return { state, head: head - point.origin, start: first - point.origin, cells: symbols.slice(first, last + 1), text: symbols.slice(first, last + 1).map((symbol) => live.symbols[symbol]).join("") };
}

/** A tape as on every page, filled with the configuration that was found. */
function liveTape(live) {
  const column = { head: [0], start: [0], cells: [""], left: [0], right: [0] };
  const strip = new TapeStrip({ symbols: live.symbols, blank: live.symbols[live.blank] }, column, "tape");
  const show = (found) => {
    Object.assign(column, { head: [found.head], start: [found.start], cells: [found.cells.map((symbol) => String.fromCharCode(48 + symbol)).join("")] });
    strip.show(0, found.state, false);
  };
  return { element: strip.element, show };
}

/** The loss before each gradient step taken so far; of very many the last. */
function liveLosses(losses) {
  const first = Math.max(0, losses.length - 2000);
  const y = losses.slice(first);
  return chart({ lines: [{ name: "loss", x: y.map((_, k) => first + k + 1), y, kind: "net" }], xLabel: "gradient step", yLabel: "loss", height: 180, fromZero: true }).element;
}

function liveElement(live) {
  const field = h("input", { type: "text", id: "live-input", value: live.text, spellcheck: "false", autocomplete: "off" });
  const said = h("div", { class: "live-said", role: "status" });
  const tell = (...parts) => said.replaceChildren(...parts.flat().filter(Boolean));
  const tape = live.kind === "descent" ? liveTape(live) : null;
  let point = null;
  let steps = 0;
  let losses = [];
  let work = Promise.resolve();
  const show = (halted) => {
    const found = configurationIn(live, point);
    Object.assign(said.dataset, { tape: found.text, state: found.state, steps, halted });
    tape.show(found);
    const words = [halted ? "Halted in state " : "In state ", code(found.state), ` after ${plural(steps, "gradient step")}.`];
    tell(h("p", { class: "sentence" }, words), tape.element, losses.length > 1 && liveLosses(losses));
  };
  const begin = () => { point = startingPoint(live, field.value); steps = 0; losses = []; };
  const descend = async (most) => {
    if (!point) begin();
    const found = await descended(live, point, most);
    point = found;
    steps += found.taken;
    losses = losses.concat(found.losses);
    show(found.halted);
    return found;
  };
  const run = async () => {
    begin();
    let found = null;
    do found = await descend(500); while (!found.halted && found.taken && steps < 100000);
  };
  const evaluate = async () => {
    const bits = [...field.value].map(Number);
    if (bits.length !== live.inputs.length || bits.some((bit) => bit !== 0 && bit !== 1)) throw new Error(`type ${live.inputs.length} bits: ${live.inputs.join(" ")}`);
    const { ort, session } = await sessionOfPage();
    const found = await session.run({ x: new ort.Tensor("float32", Float32Array.from(bits), [1, bits.length]) });
    const values = [...found.outputs.data].map((value) => (value > 0 ? 1 : 0));
    said.dataset.bits = values.join("");
    tell(h("p", { class: "sentence" }, "The outputs are ", code(values.join("")), "."), h("div", { class: "bit-row" }, live.outputs.map((name, i) => h("span", { class: values[i] ? "bit-chip one" : "bit-chip" }, h("small", { text: name }), h("b", { text: values[i] })))));
  };
  const act = (job) => () => {
    work = work.then(job).catch((error) => tell(h("p", { class: "wrong", text: error.message })));
    said.dataset.calls = Number(said.dataset.calls || 0) + 1;
    work.then(() => { said.dataset.done = Number(said.dataset.done || 0) + 1; });
  };
  field.addEventListener("input", () => { point = null; });
  const descent = live.kind === "descent";
  const buttons = [h("button", { type: "button", class: "plain first", id: "live-run", text: descent ? "run to the halt" : "compute", onclick: act(descent ? run : evaluate) })];
  if (descent) buttons.push(h("button", { type: "button", class: "plain", id: "live-step", text: "one step", onclick: act(() => descend(1)) }));
  return card(descent ? "Type a tape" : "Type bits", descent
    ? "Each step is a step of gradient descent on the network's loss, gradient included, done by onnxruntime in this page."
    : "One bit per input, in the circuit's order.",
    h("div", { class: "live-form" }, h("label", { for: "live-input", text: descent ? "tape" : "bits" }), field, buttons), said);
}
