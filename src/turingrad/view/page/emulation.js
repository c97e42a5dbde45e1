// Emulation: the learner's memory as signs of weights, what the net said and what was right.

function memoryStage(data, player) {
  const words = h("p", { class: "sentence", "data-role": "sentence" });
  const sample = h("div", { class: "sample" });
  const bits = [];
  const groups = data.groups.map((group) => h("div", { class: "bits", title: group.explained },
    h("span", { class: "bits-name", text: group.name }),
    Array.from({ length: group.count }, (_, k) => {
      const bit = h("span", { class: "memory-bit", title: `memory bit ${group.first + k}` });
      bits[group.first + k] = bit;
      return bit;
    }), group.explained && h("span", { class: "bits-says", text: group.explained })));
  const board = h("div", { class: "memory-board", role: "img", "aria-label": "memory bits" }, groups);
  player.watch((index) => {
    const now = data.memory[index];
    const before = index > 0 ? data.memory[index - 1] : now;
    const consecutive = index > 0 && data.frames.step[index] === data.frames.step[index - 1] + 1;
    let flips = 0;
    bits.forEach((bit, k) => {
      const flipped = consecutive && now[k] !== before[k];
      flips += flipped ? 1 : 0;
      bit.className = `memory-bit${now[k] === "1" ? " one" : ""}${flipped ? " flipped" : ""}`;
    });
    board.dataset.text = now;
    sample.replaceChildren(...sampleParts(data, index));
    words.replaceChildren(...memoryInWords(data, index, flips, consecutive));
  });
  const signs = data.net.noise === undefined;
  return [words, sample, board, h("p", { class: "explained legend" }, keyBit("", signs ? "0: the weights on the bit's two paths have the same sign" : "0"), keyBit(" one", signs ? "1: opposite signs" : "1"), keyBit(" flipped", "flipped by this step"))];
}

function keyBit(kind, text) {
  return h("span", null, h("i", { class: `key-bit${kind}` }), text);
}

function sampleParts(data, index) {
  if (data.x[index] === null) return [h("p", { class: "explained", text: "No sample has been seen." })];
  const sign = (value) => (value > 0 ? "+" : "−");
  const noisy = data.net.noise !== undefined;
  const right = noisy ? Math.abs(data.output[index] - 0.5) < 0.25 : data.output[index] === data.label[index];
  const part = (name, squares) => h("span", { class: "sample-part" }, h("span", { class: "sample-name", text: name }), squares);
  return [
    part("sample", data.x[index].map((value) => h("span", { class: value > 0 ? "square plus" : "square minus", text: sign(value) }))),
    part("output", h("span", { class: `square ${right ? "right" : "wrong"}${noisy ? " wide" : ""}`, text: noisy ? data.output[index].toFixed(4) : sign(data.output[index]) })),
    part("label", h("span", { class: "square", text: sign(data.label[index]) })),
  ];
}

function memoryInWords(data, index, flips, consecutive) {
  const step = data.frames.step[index];
  if (step === 0) return ["Before the first sample the memory holds what the algorithm starts with."];
  if (data.net.noise !== undefined) return [`SGD step ${number(step)}: while it memorises, the output stays near ½ whatever the label, so every sample leaves its mark. `, code(plural(flips, "memory bit")), flips === 1 ? " changes." : " change."];
  const right = data.output[index] === data.label[index];
  if (right) return [`SGD step ${number(step)}: the output is the label, the loss and its gradient are 0. Nothing changes.`];
  if (!consecutive) return [`SGD step ${number(step)}: the output is wrong.`];
  return [`SGD step ${number(step)}: the output is wrong, so the gradient is not 0. Exactly the weights on open paths change sign: `, code(plural(flips, "memory bit")), flips === 1 ? " flips." : " flip."];
}

function errorsCard(data, player) {
  const steps = data.frames.step;
  let wrong = 0;
  const sums = steps.map((_, k) => {
    if (data.label[k] !== null && data.output[k] !== data.label[k]) wrong += 1;
    return wrong;
  });
  const plot = chart({ lines: [{ name: "wrong outputs", x: steps, y: sums, kind: "net" }], xLabel: "SGD step", yLabel: "wrong outputs so far", height: 180, fromZero: true });
  player.watch((index) => plot.cursor(steps[index]));
  const kept = data.net.magnitudes ? "Every weight has the magnitude that it had before training, bit for bit: SGD has changed signs only." : "Weights have changed their magnitude.";
  return card("Learning from errors", `The learning rate ${number(data.net.gamma)} is the one at which a step takes exactly twice a weight away from it: its sign flips. ${kept}`, plot.element);
}

/** Under noise: how far the output is from one half, and how far the weights have been shaken. */
function noiseCard(data, player) {
  const steps = data.frames.step;
  const output = chart({ lines: [{ name: "output", x: steps, y: data.output, kind: "net" }], bands: [{ y: 0.5, name: "½" }], xLabel: "SGD step", yLabel: "output while it memorises", height: 170 });
  const shaken = chart({ lines: [{ name: "median change", x: steps, y: data.net.shaken.map((share) => 100 * share), kind: "machine" }], xLabel: "SGD step", yLabel: "median change of a weight, %", height: 170, fromZero: true });
  player.watch((index) => {
    output.cursor(steps[index]);
    shaken.cursor(steps[index]);
  });
  return card("Noise", `Every weight is changed by up to ${number(100 * data.net.noise)} % of itself at every step. The activation function absorbs it: the memory is still read correctly.`, output.element, shaken.element);
}

function memoryOverTime(data, player) {
  const count = data.memory[0].length;
  const height = Math.max(60, Math.min(260, count * 7));
  const draw = (context, x) => {
    const y = height / count;
    context.fillStyle = colour("machine");
    data.memory.forEach((text, k) => {
      for (let bit = 0; bit < count; bit += 1) if (text[bit] === "1") context.fillRect(k * x, bit * y, x + 0.4, Math.max(0.6, y - (y > 4 ? 1 : 0)));
    });
  };
  const picture = timeline("memory bits over time", height, data.frames.step.length, player, draw);
  return card("Memory over time", "One row per memory bit, one column per SGD step; filled where the bit is 1. Click to jump.", picture);
}
