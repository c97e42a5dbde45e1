// The feedforward net: gates in columns by layer, values as the network computes them.
const GATE_SIGNS = { and: "∧", or: "∨", xor: "⊕", not: "¬", id: "=", const0: "0", const1: "1", lut: "ƒ" };

function circuitStage(data, player) {
  const words = h("p", { class: "sentence", "data-role": "sentence" });
  const bits = (pairs) => pairs.map(([name, value]) => h("span", { class: value ? "bit-chip one" : "bit-chip" }, h("small", { text: name }), h("b", { text: value })));
  const outputs = h("div", { class: "bit-row" });
  const drawn = data.layers ? circuitPicture(data, player) : layerSums(data, player);
  player.watch((index) => {
    const layer = data.frames.step[index];
    const last = layer === data.depth;
    const ones = `${plural(data.computed[index] || data.sizes[index], layer ? "gate" : "input")}, ${number(data.ones[index])} of ${number(data.sizes[index])} values are 1`;
    words.replaceChildren(layer === 0 ? `Layer 0: ${ones}.` : last ? `Layer ${layer}, the last: ${ones}. The outputs are below.` : `Layer ${layer}: ${ones}.${data.net.says || ""}`);
    outputs.replaceChildren(h("span", { class: "sample-name", text: "outputs" }), ...(last ? bits(data.outputs) : [h("span", { class: "explained", text: "after the last layer" })]));
    outputs.dataset.text = last ? data.outputs.map(([, value]) => value).join("") : "";
  });
  return [words, h("div", { class: "bit-row" }, h("span", { class: "sample-name", text: "inputs" }), bits(data.inputs)), drawn, data.layers && gateKeys(data), outputs];
}

const GATE_NAMES = { and: "and", or: "or", xor: "exclusive or", not: "not", id: "copy", lut: "a table" };

/** What the signs mean: the gates that occur, values carried on, ones, and the layer of now. */
function gateKeys(data) {
  const kinds = [...new Set(Object.values(data.kinds))].filter((kind) => GATE_NAMES[kind]);
  const sign = (kind) => h("span", null, h("b", { text: GATE_SIGNS[kind] }), GATE_NAMES[kind]);
  const dot = (kind, text) => h("span", null, h("i", { class: `gate-key ${kind}` }), text);
  return h("p", { class: "explained legend" }, kinds.map(sign), dot("carried", "a value carried on"), dot("one", "1"), dot("", "0"), dot("now", "computed by this layer"));
}

function circuitPicture(data, player) {
  const across = 92;
  const down = 30;
  const tallest = Math.max(...data.layers.map((layer) => layer.length));
  const height = Math.min(620, tallest * down + 40);
  const step = (height - 40) / tallest;
  const place = new Map();
  const parts = [[], []];
  const gates = [];
  data.layers.forEach((layer, l) => layer.forEach(([node, value, own], p) => {
    const inner = data.frames.step[l] > 0; // not a layer of inputs
    const x = 56 + l * across;
    const y = 24 + (p + 0.5 + (tallest - layer.length) / 2) * step;
    place.set(`${l} ${node}`, [x, y]);
    const sources = own && inner ? data.sources[node] || [] : inner ? [node] : [];
    for (const source of sources) {
      const from = place.get(`${l - 1} ${source}`);
      if (!from) continue;
      const bit = data.layers[l - 1].find(([other]) => other === source)[1];
      const wire = s("path", { class: bit ? "wire one" : "wire", d: `M${from[0] + 9} ${from[1]}C${from[0] + 46} ${from[1]} ${x - 46} ${y} ${x - 9} ${y}` });
      parts[0].push(wire);
      gates.push([l, wire]);
    }
    const carried = !own && inner;
    const name = data.names[node];
    const sign = !inner ? "" : carried ? "" : GATE_SIGNS[data.kinds[node]] || "";
    const gate = s("g", { class: `gate${value ? " one" : ""}${carried ? " carried" : ""}` },
      s("title", { text: `${name || `gate ${node}`}${carried ? ", carried on" : inner ? `: ${data.kinds[node]}` : ", an input"} = ${value}` }),
      s("circle", { cx: x, cy: y, r: carried ? 4 : Math.min(10, step / 2.3) }),
      step > 16 && sign && s("text", { x, y: y + 4, text: sign }),
      !inner && step > 8 && s("text", { class: "input-name", x: x - 15, y: y + 4, text: name || "" }));
    parts[1].push(gate);
    gates.push([l, gate]);
  }));
  const width = 90 + (data.layers.length - 1) * across;
  const picture = s("svg", { class: "circuit", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "circuit" }, parts);
  const frame = h("div", { class: "scroll circuit-frame", tabindex: 0, role: "region", "aria-label": "circuit" }, picture);
  const follow = (index) => {
    const x = 56 + index * across;
    if (x < frame.scrollLeft + 40 || x > frame.scrollLeft + frame.clientWidth - 60) frame.scrollLeft = x - frame.clientWidth / 2;
  };
  player.watch((index) => {
    for (const [layer, element] of gates) {
      element.classList.toggle("waiting", layer > index);
      element.classList.toggle("now", layer === index);
    }
    follow(index);
  });
  onWidth(frame, () => follow(player.index));
  return frame;
}

/** For circuits of many gates: how many values are 1 in each layer. */
function layerSums(data, player) {
  const steps = data.frames.step;
  const plot = chart({
    lines: [{ name: "values held", x: steps, y: data.sizes, kind: "machine" }, { name: "of them 1", x: steps, y: data.ones, kind: "net" }],
    xLabel: "layer of the circuit", yLabel: "values by layer", height: 240, fromZero: true,
  });
  player.watch((index) => plot.cursor(steps[index]));
  return plot.element;
}
