// Gradient descent's side: the loss, the control vertex on the simplex with its gradient, tape and head parameters.

function lossCard(data, player) {
  const { net, frames } = data;
  const plot = chart({
    lines: [{ name: "loss", x: frames.step, y: net.loss, kind: "net" }],
    bands: [{ y: net.c, name: `below ${number(net.c)} the machine has halted` }],
    xLabel: "gradient step", yLabel: "loss", height: 200,
  });
  player.watch((index) => plot.cursor(frames.step[index]));
  const extra = net.switches ? switchLines(data, player) : null;
  return card("The loss", net.lossSays, plot.element, extra);
}

/** phi and psi over time: what the output is made of. */
function switchLines(data, player) {
  const { net, frames } = data;
  const plot = chart({
    lines: [
      { name: "φ: the machine's share", x: frames.step, y: net.switches.phi, kind: "machine" },
      { name: "ψ: the labels' share", x: frames.step, y: net.switches.psi, kind: "net" },
    ],
    xLabel: "gradient step", yLabel: "switches", height: 150, fromZero: true,
  });
  const said = h("p", { class: "said" });
  player.watch((index) => {
    plot.cursor(frames.step[index]);
    const [phi, psi] = [net.switches.phi[index], net.switches.psi[index]];
    said.textContent = psi > 0 ? "The labels are being read: the output is z." : phi > 0 ? "The machine runs: the output is √(2ℓ), orthogonal to the labels." : "The machine has halted, φ = 0: from here on the output is the primary network, with the weights on the tape.";
  });
  return [plot.element, said];
}

/** The output for every sample against its label; after the halt the primary network and its weights. */
function primaryCard(data, player) {
  const { net } = data;
  if (!net.outputs) return null;
  const most = Math.max(1, ...net.labels.map(Math.abs), ...net.outputs.flat().map(Math.abs));
  const row = (name, values, kind) => numberRow(name, values, kind, most);
  const body = h("tbody");
  const weights = h("div", { class: "primary" });
  player.watch((index) => {
    const primary = net.switches.psi[index] === 0 && net.switches.phi[index] === 0;
    const speaker = net.switches.psi[index] > 0 ? "z" : primary ? "primary network" : "machine";
    body.replaceChildren(row("label", net.labels, "value"), row(speaker, net.outputs[index], primary ? "value" : "gradient"));
    weights.replaceChildren(...(primary && net.primary ? net.primary.map(weightRow) : [h("p", { class: "explained", text: "The primary network appears at the halt." })]));
    weights.dataset.shown = primary;
  });
  const left = net.samples > net.labels.length ? ` The first ${net.labels.length} of ${number(net.samples)} samples.` : "";
  const says = `One column per sample. First the output is z, which the first step sets to the labels; then, with the machine's loss ℓ, a vector of length √(2ℓ) orthogonal to the labels; after the halt the primary network's answer.${left}`;
  return card("What the network answers", says, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "outputs and labels" }, h("table", { class: "parameters" }, body)), weights);
}

/** A row of numbers by name, each shaded by its size beside the most that there is. */
function numberRow(name, values, kind, most) {
  return h("tr", { class: kind }, h("th", { scope: "row", text: name }), values.map((value) => {
    const cell = h("td", { class: value > 0 ? "positive" : value < 0 ? "negative" : "zero" }, h("span", { text: number(value) }));
    cell.style.setProperty("--size", Math.min(1, Math.abs(value) / most).toFixed(3));
    return cell;
  }));
}

function weightRow({ name, count, values }) {
  const more = count > values.length ? ` and ${number(count - values.length)} more` : "";
  return h("p", { class: "weights-row" }, h("span", { class: "sample-name", text: name }), values.map((value) => h("span", { class: "square wide weight", text: number(value) })), more);
}

/** States down, symbols across: a vertex of the simplex is a square; its shade is the pull of the gradient. */
function simplexCard(data, player) {
  const { net } = data;
  const said = h("p", { class: "said" });
  if (!net.gradients) {
    const words = card("The control", `The control is a vertex of a simplex with ${number(net.vertices)} corners: too many to draw.`, said);
    player.watch((index) => said.replaceChildren("Now at ", code(net.vertexNames[net.vertex[index]]), "."));
    return words;
  }
  const states = net.states;
  const reads = net.reads;
  const cells = [];
  const head = h("tr", null, h("td"), reads.map((name) => h("th", { scope: "col", text: name })));
  const rows = states.map((name, q) => h("tr", null, h("th", { scope: "row", text: name }), reads.map((read, a) => {
    const cell = h("td", { title: `vertex (${name}, ${read})` }, h("span"));
    cells[q * reads.length + a] = cell;
    return cell;
  })));
  const ring = h("div", { class: "vertex-ring" });
  const table = h("div", { class: "simplex" }, h("table", null, h("thead", null, head), h("tbody", null, rows)), ring);
  const frame = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "simplex" }, table);
  player.watch((index) => {
    const gradient = net.gradients[index];
    const here = net.vertex[index];
    const low = Math.min(...gradient);
    const high = Math.max(...gradient);
    cells.forEach((cell, v) => {
      const pull = high > low ? (high - gradient[v]) / (high - low) : 0;
      cell.firstChild.style.opacity = (0.06 + 0.94 * pull ** 1.6).toFixed(3);
      cell.classList.toggle("here", v === here);
      cell.classList.toggle("least", v === net.next[index] && net.next[index] !== null && !net.halted[index]);
      cell.title = `vertex (${states[Math.floor(v / reads.length)]}, ${reads[v % reads.length]}): gradient ${number(gradient[v])}`;
    });
    const cell = cells[here];
    ring.style.transform = `translate(${cell.offsetLeft}px, ${cell.offsetTop}px)`;
    ring.style.width = `${cell.offsetWidth}px`;
    ring.style.height = `${cell.offsetHeight}px`;
    inView(frame, cell);
    const corner = (v) => code(net.vertexNames[v]);
    const waits = net.halted[index] && net.halted.indexOf(false, index) >= 0;
    said.replaceChildren(...(waits
      ? ["The control waits at ", corner(here), " while the labels are read."]
      : net.halted[index]
      ? ["At ", corner(here), " the gradient pulls nowhere else: this is a fixed point, the halt."]
      : ["The control is at ", corner(here), ". The steepest descent within the simplex points to ", corner(net.next[index]), ` (gradient ${number(gradient[net.next[index]])}), so the next step goes there.`]));
  });
  onWidth(frame, () => inView(frame, cells[net.vertex[player.index]]));
  return card("The control: a corner of the simplex", "A square is a corner (state, symbol read); the ring is where the parameter s is, the square with the strongest colour has the smallest entry of the gradient. One Frank-Wolfe step goes all the way to it.",
    frame, said);
}

/** The numbers that are trained, near the head: T, H and their gradients. */
function parametersCard(data, player) {
  const { net } = data;
  const place = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "parameters near the head" });
  const blocks = net.parameters;
  player.watch((index) => place.replaceChildren(...blocks.map((block, tape) => parameterTable(block, index, net, tape, blocks.length))));
  return card("The parameters that are trained", "Columns are cells near the head. A cell's code and the head's position are ordinary parameters; the step subtracts their gradient over γ. Where the gradient is 0 nothing changes.", place);
}

function parameterTable(block, index, net, tape, tapes) {
  const { first, T, gradT, H, gradH } = block[index];
  const width = H.length;
  const row = (name, values, kind) => numberRow(name, values, kind, kind === "gradient" ? net.largest : 1);
  const rows = [h("tr", null, h("td"), Array.from({ length: width }, (_, k) => h("th", { scope: "col", text: first + k })))];
  T.forEach((values, k) => {
    rows.push(row(T.length > 1 ? `T[${net.codeNames[block[index].codes[k]]}]` : "T", values, "value"));
    rows.push(row("gradient", gradT[k], "gradient"));
  });
  if (!T.length) rows.push(h("tr", null, h("th", { scope: "row", text: "T" }), h("td", { colspan: width, class: "unchanged", text: "no gradient: this step writes nothing new" })));
  rows.push(row("H", H, "value"), row("gradient", gradH, "gradient"));
  const title = tapes > 1 ? h("caption", { text: `tape ${tape + 1}` }) : null;
  return h("table", { class: "parameters" }, title, h("tbody", null, rows));
}
