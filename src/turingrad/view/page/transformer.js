// The transformer's side: hidden vectors by named fields, attention computed here from the weights that the page
// carries, and the weights themselves.

class Transformer {
  constructor(net, steps) {
    this.net = net;
    this.steps = steps;
    this.vectors = new Map();
    this.keys = new Map();
  }

  /** The hidden vectors of the k-th moment's pass: depth + 1 rows of width bits. */
  hidden(k) {
    let found = this.vectors.get(k);
    if (!found) {
      const { depth, width } = this.net;
      const bits = unpacked(this.net.hidden[k], (depth + 1) * width);
      found = Array.from({ length: depth + 1 }, (_, row) => bits.subarray(row * width, (row + 1) * width));
      this.vectors.set(k, found);
    }
    return found;
  }

  /** A named field of a vector, as bits. */
  field(vector, name) {
    const { start, size } = this.net.fields.find((field) => field.name === name);
    return vector.subarray(start, start + size);
  }

  /** Bits, most significant first, as a number. */
  value(bits) {
    return bits.reduce((sum, bit) => 2 * sum + bit, 0);
  }

  /** A cell as the machine counts it: the network counts the input's first symbol as cell 1, modulo 2^w. */
  cell(bits) {
    const size = 1 << bits.length;
    const found = (this.value(bits) - 1 + size) % size;
    return found >= size / 2 ? found - size : found;
  }

  applied(map, vector) {
    const out = Float64Array.from(map.bias);
    for (const [row, column, value] of map.entries) if (vector[column]) out[row] += value;
    return out;
  }

  keysOf(layer, k) {
    const name = `${layer} ${k}`;
    let found = this.keys.get(name);
    if (!found) {
      found = this.applied(this.net.layers[layer].attention.K, this.hidden(k)[layer]);
      this.keys.set(name, found);
    }
    return found;
  }

  /** Scores of the pass of moment k with every shown pass up to it, its null score, and the passes that win. */
  attention(layer, k) {
    const { Q, nullKey } = this.net.layers[layer].attention;
    const query = this.applied(Q, this.hidden(k)[layer]);
    const dot = (key) => query.reduce((sum, q, row) => sum + q * key[row], 0);
    const none = dot(nullKey);
    const scores = [];
    let top = none;
    for (let j = 0; j <= k; j += 1) {
      const score = dot(this.keysOf(layer, j));
      scores.push(score);
      if (score > top) top = score;
    }
    const winners = [];
    scores.forEach((score, j) => { if (score === top) winners.push(j); });
    return { scores, none, top, winners, found: top > none };
  }

  /** The layers that look for the last write on a tape, in order. */
  searchLayers(tape) {
    return this.net.layers.flatMap((layer, k) => (layer.search && layer.search.tape === tape ? [k] : []));
  }

  /** The tapes that are searched: those that the machine writes. */
  searchedTapes() {
    return [...new Set(this.net.layers.flatMap((layer) => (layer.search ? [layer.search.tape] : [])))];
  }

  /** A tape's own field, `pos2.1` where there are several tapes. */
  own(vector, name, tape) {
    return this.field(vector, this.net.tapes > 1 ? `${name}.${tape}` : name);
  }

  /** Where the last write to the cell under the head was: in the vector before the layer that reads, which knows all its
   * time bits, or, where that layer finds the last bits itself, the pass that it attends to. */
  lastWrite(k, tape) {
    const read = this.searchLayers(tape).find((layer) => this.net.layers[layer].search.reads);
    const output = this.hidden(k)[this.net.depth];
    const found = this.own(this.hidden(k)[read + 1], "scr1", tape).includes(1);
    const known = this.net.layers[read].search.first === this.net.bits;
    const pass = known || !found ? this.value(this.own(this.hidden(k)[read], "scr3", tape)) : this.steps[this.attention(read, k).winners.at(-1)];
    return { pass, cell: this.cell(this.own(output, "pos2", tape)), read, found };
  }
}

/** The last-write search and the chosen layer's scores, kept together: choosing a row chooses the layer. */
function attentionCard(data, player) {
  const model = new Transformer(data.net, data.frames.step);
  const tapes = model.searchedTapes();
  if (!data.net.hidden.length || !tapes.length) return null;
  const words = h("p", { class: "said" });
  const arcs = new SearchArcs(model, data.frames, tapes[0], (layer) => {
    chosen = layer;
    show(player.index, false);
  });
  const scores = h("div", { class: "scores" });
  const layers = h("select", { "aria-label": "layer whose scores are shown", onchange: (event) => arcs.choose(Number(event.target.value)) });
  let chosen = model.searchLayers(tapes[0]).at(-1);
  const show = (index, forward) => {
    arcs.show(index, chosen, forward);
    if (arcs.width) scores.replaceChildren(scoreChart(model, data.frames, chosen, index, arcs));
    layers.replaceChildren(...model.searchLayers(arcs.tape).map((layer) => h("option", { value: layer, selected: layer === chosen, text: data.net.layers[layer].name })));
    words.replaceChildren(...attentionInWords(model, data, index, arcs.tape));
  };
  const select = tapes.length < 2 ? null : h("select", {
    "aria-label": "tape", class: "which-tape", onchange: (event) => {
      arcs.tape = Number(event.target.value);
      chosen = model.searchLayers(arcs.tape).at(-1);
      show(player.index, false);
    },
  }, tapes.map((tape) => h("option", { value: tape, text: `tape ${tape + 1}` })));
  player.watch(show);
  onWidth(scores, () => show(player.index, false));
  return card(
    "Attention: when was this cell last written?",
    "Each dot is a pass and the cell it wrote. The search finds the last write to the new cell bit by bit: every layer looks for a pass that wrote this cell and whose next time bit is 1, and halves the time in which it can have been.",
    select, words, arcs.element, h("label", { class: "layer-choice" }, "scores of", layers), scores);
}

function attentionInWords(model, data, index, tape) {
  const step = data.frames.step[index];
  if (step === 0) return ["The boot pass: the network places the head on the first cell of the input."];
  const { pass, cell, found } = model.lastWrite(index, tape);
  const symbol = model.own(model.hidden(index)[data.net.depth], "sym1", tape).indexOf(1);
  const name = code(data.net.alphabets[tape][symbol]);
  const where = data.net.tapes > 1 ? `cell ${number(cell)} of tape ${tape + 1}` : `cell ${number(cell)}`;
  if (found) return [`Pass ${number(step)} goes to ${where}. It was last written in pass ${number(pass)}, so the network reads `, name, " there."];
  const length = data.net.input[tape];
  const inside = length > 0 && cell >= 0 && cell < length;
  return [`Pass ${number(step)} goes to ${where}, which no pass has written: the null key wins, and `, name, inside ? " comes from the input." : " is the blank."];
}

/** One layer's scores against the null key. */
function scoreChart(model, frames, layer, index, arcs) {
  const { scores, none, winners, found } = model.attention(layer, index);
  const { width, left } = arcs;
  const height = 92;
  const low = Math.min(none, ...scores);
  const high = Math.max(none, ...scores);
  const begin = arcs.times[0];
  const X = (k) => arcs.X(frames.step[k]); // below the passes of the picture above
  const Y = (score) => height - 16 - ((score - low) / Math.max(1, high - low)) * (height - 34);
  const winning = new Set(found ? winners : []);
  const parts = scores.map((score, k) => frames.step[k] >= begin && [
    s("line", { class: "stem", x1: X(k), x2: X(k), y1: Y(low), y2: Y(score) }),
    s("circle", { class: winning.has(k) ? "score wins" : "score", cx: X(k), cy: Y(score), r: winning.has(k) ? 4.4 : 2.8 }, s("title", { text: `pass ${frames.step[k]}: score ${score}` })),
  ]);
  parts.push(s("line", { class: found ? "null" : "null wins", x1: left, x2: width - 26, y1: Y(none), y2: Y(none) }));
  parts.push(s("text", { class: "tick", x: left - 8, y: Y(none) + 4, "text-anchor": "end", text: `null ${none}` }));
  const label = `scores of layer ${model.net.layers[layer].name} against the null key`;
  return h("figure", null,
    h("figcaption", null, h("b", { text: `scores in “${model.net.layers[layer].name}”` }), scoreWords(frames, index, found, Math.max(...scores), none)),
    s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, parts));
}

function scoreWords(frames, index, found, best, none) {
  if (found) return ` the best is ${best}, above the null key's ${none}`;
  if (frames.step[index] !== index) return ` of the passes that this page holds none reaches the null key's ${none}`;
  return ` none reaches the null key's ${none}: nothing is found`;
}

/** Every hidden vector of this pass: a row a layer, a block a field. */
function hiddenCard(data, player) {
  if (!data.net.hidden.length) return null;
  const model = new Transformer(data.net, data.frames.step);
  const { fields, layers, depth } = data.net;
  const shown = fields.filter((field) => field.size > 0);
  const size = 9;
  const rows = ["input", ...layers.map((layer) => layer.name)];
  const left = Math.min(210, 14 + Math.max(...rows.map((name) => textWidth(name))));
  const canvas = h("canvas", { role: "img", "aria-label": "hidden vectors of this pass by layer and field" });
  const said = h("p", { class: "said under-pointer", "aria-live": "off" });
  const places = [];
  let x = left;
  for (const field of shown) {
    places.push({ field, x });
    x += Math.max(field.size * size, textWidth(field.name)) + 12;
  }
  const width = x;
  const top = 26;
  let before = null;
  const draw = (index) => {
    const context = sized(canvas, width, top + rows.length * (size + 3) + 6);
    const vectors = model.hidden(index);
    const [quiet, faint, on] = ["quiet", "line", "net"].map(colour);
    context.font = "11px ui-monospace, Menlo, Consolas, monospace";
    for (const place of places) {
      context.fillStyle = quiet;
      context.fillText(place.field.name, place.x, 14);
    }
    rows.forEach((name, row) => {
      const y = top + row * (size + 3);
      context.fillStyle = quiet;
      context.textAlign = "right";
      context.fillText(name.length > 29 ? name.slice(0, 28) + "…" : name, left - 10, y + size - 0.5);
      context.textAlign = "left";
      for (const place of places) {
        const alive = data.net.held[row].includes(place.field.name);
        for (let k = 0; k < place.field.size; k += 1) {
          const bit = vectors[row][place.field.start + k];
          context.fillStyle = bit ? on : faint;
          context.globalAlpha = bit ? 1 : alive ? 0.9 : 0.35;
          context.beginPath();
          context.roundRect(place.x + k * size, y, size - 1.5, size - 1.5, 2);
          context.fill();
        }
      }
      context.globalAlpha = 1;
    });
    before = index;
  };
  canvas.addEventListener("pointermove", (event) => {
    const box = canvas.getBoundingClientRect();
    const row = Math.floor((event.clientY - box.top - top) / (size + 3));
    const place = places.findLast((found) => found.x <= event.clientX - box.left);
    const k = place ? Math.floor((event.clientX - box.left - place.x) / size) : -1;
    if (!place || row < 0 || row > depth || k < 0 || k >= place.field.size) return;
    const at = place.field.start + k;
    said.textContent = `${rows[row]}: ${data.net.coordinates[at]} = ${model.hidden(player.index)[row][at]}. ${place.field.name}: ${place.field.explained}`;
  });
  player.watch(draw);
  onTheme(() => before !== null && draw(before));
  said.textContent = "Point at a coordinate to read its name.";
  return card("Hidden vectors of this pass", "One row per layer, one block per named field; a filled square is a 1. Every coordinate is exactly 0 or 1.",
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "hidden vectors" }, canvas), said);
}

/** The entries of rows that compute something: a row with a single 1 on the diagonal copies its coordinate. */
function withoutCopies(entries, rows, columns) {
  const perRow = new Map();
  for (const entry of entries) perRow.set(entry[0], [...(perRow.get(entry[0]) || []), entry]);
  const copies = new Set([...perRow].filter(([row, own]) => own.length === 1 && own[0][2] === 1 && rows[row] === columns[own[0][1]]).map(([row]) => row));
  return { kept: entries.filter(([row]) => !copies.has(row)), left: copies.size };
}

/** The weight matrices, with names for rows and columns. */
function weightsCard(data) {
  const { layers, coordinates } = data.net;
  const place = h("div");
  const columns = [...coordinates, "1 (bias)"];
  const choices = [];
  layers.forEach((layer) => {
    choices.push({ text: `${layer.name}: feedforward W₁`, entries: layer.W, rows: coordinates });
    if (!layer.attention) return;
    const names = layer.attention.rows;
    choices.push({ text: `${layer.name}: queries`, entries: layer.attention.Q.entries, rows: names });
    choices.push({ text: `${layer.name}: keys`, entries: layer.attention.K.entries, rows: names });
  });
  const select = h("select", {
    "aria-label": "matrix", onchange: (event) => show(Number(event.target.value)),
  }, choices.map((choice, k) => h("option", { value: k, text: choice.text })));
  const show = (k) => {
    const { entries, rows, text } = choices[k];
    select.value = k;
    const { kept, left } = withoutCopies(entries, rows, columns);
    const note = left ? h("p", { class: "explained", text: left === 1 ? "1 row that only copies a coordinate is left out." : `${number(left)} rows that only copy a coordinate are left out.` }) : null;
    place.replaceChildren(...[kept.length ? matrix(kept, rows, columns, text) : h("p", { class: "explained", text: entries.length ? "Every row copies its coordinate." : "All entries are 0." }), note].filter(Boolean));
  };
  const adder = layers.findIndex((layer) => layer.name === "position");
  show(choices.findIndex((choice) => choice.text.startsWith(adder >= 0 ? "position" : layers[0].name)));
  const seen = adder >= 0 ? "In “position” one sees the adder: each bit of the new cell is the old bit, corrected by the carries inc and dec." : "The paper's adder takes one layer per bit: see “subtract bit” and “add bit”, with their carry.";
  return card("Weights", `Rows are what is computed, columns what it is computed from; only those in use are drawn. ${seen}`, select, place);
}
