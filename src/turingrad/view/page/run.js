// A page or a chapter that plays a run: what every kind has in common, then the cards of its own kind.

const CARDS = {
  reference: () => [],
  transformer: (data, player) => [attentionCard(data, player), hiddenCard(data, player), weightsCard(data)],
  rcnn: (data, player) => [cellsCard(data, player)],
  "rcnn-learning": (data, player) => [cellsCard(data, player, (index) => (data.frames.layer[index] === null ? null : index - data.training.W.length))],
  "emulation-noise": (data, player) => [memoryOverTime(data, player), noiseCard(data, player)],
  "emulation-clock": (data, player) => [signsCard(data, player)],
  emulation: (data, player) => [memoryOverTime(data, player), errorsCard(data, player)],
  decoder: (data, player) => [textCard(data, player), decoderAttentionCard(data, player), streamCard(data, player), nextTokenCard(data, player)],
  "decoder-program": (data, player) => [programTokensCard(data, player), programHeadsCard(data, player)],
  search: (data, player) => [championCard(data, player), leadersCard(data, player)],
  descent: (data, player) => [lossCard(data, player), primaryCard(data, player), simplexCard(data, player), parametersCard(data, player)],
};

/** In lockstep with the reference interpreter: green where all moments agree, red at the first that does not. */
function lockstepBadge(data, player) {
  const { lockstep } = data;
  if (!lockstep) return null;
  const badge = h("p", { class: "badge", role: "status" });
  const wrong = new Set(lockstep.differs);
  const where = lockstep.every ? `all ${plural(data.frames.step.length, "step")} shown` : lockstep.says;
  player.watch((index) => {
    const bad = wrong.has(index);
    badge.classList.toggle("wrong", bad || wrong.size > 0);
    badge.classList.toggle("now", bad);
    if (!wrong.size) badge.textContent = `✓ equal to the reference interpreter at ${where}`;
    else if (bad) badge.textContent = `✗ differs from the interpreter here: it has ${lockstep.expected[index] || "another configuration"}`;
    else badge.textContent = `✗ differs from the interpreter first at ${player.unit} ${number(player.steps[lockstep.differs[0]])}`;
  });
  return badge;
}

/** Marks on the slider where the two traces differ. */
function wrongMarks(data) {
  if (!data.lockstep || !data.lockstep.differs.length) return null;
  const first = data.lockstep.differs[0];
  const mark = h("i", { class: "wrong-mark", title: "first difference" });
  mark.style.left = `${(100 * first) / Math.max(1, data.frames.step.length - 1)}%`;
  return mark;
}

/** The tapes, the sentence and the space-time picture. */
function tapeStage(data, player) {
  const { machine, frames } = data;
  const several = frames.tapes.length > 1;
  const strips = frames.tapes.map((column, k) => new TapeStrip(machine, column, several ? `tape ${k + 1}` : "tape"));
  const words = h("p", { class: "sentence", "data-role": "sentence" });
  player.watch((index, forward) => {
    const state = machine.states[frames.state[index]];
    strips.forEach((strip) => strip.show(index, state, forward));
    words.replaceChildren(...stepInWords(machine, frames, index, data.halted).flat().filter((part) => part !== null));
  });
  return [words, strips.map((strip) => strip.element), frames.step.length > 3 && spaceTime(machine, frames, player)];
}

/** Any kind of machine: each column of its frames as a row of text. */
function fieldsStage(data, player) {
  const names = Object.keys(data.frames).filter((name) => name !== "step");
  const cells = names.map(() => h("td", null));
  player.watch((index) => names.forEach((name, k) => { cells[k].textContent = String(data.frames[name][index]); }));
  const rows = names.map((name, k) => h("tr", null, h("th", { scope: "row", text: name }), cells[k]));
  return [h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "configuration" }, h("table", { class: "fields" }, h("tbody", null, rows)))];
}

const STAGES = { tape: tapeStage, fields: fieldsStage, grid: gridStage, rcnn: rcnnStage, memory: memoryStage, circuit: circuitStage, search: searchStage, program: programStage, waves: waveStage };

/** The playable run of `data` as an element. */
function runElement(data, linked) {
  const player = new Player(data.frames.step, data.unit || "step", linked);
  const stage = STAGES[data.stage](data, player);
  const side = [data.machine && machineCard(data.machine, data.frames, player)];
  const own = (CARDS[data.kind] || (() => []))(data, player).filter(Boolean);
  const element = h("div", { class: "run" },
    controls(player, wrongMarks(data)),
    h("section", { class: "card stage" }, h("div", { class: "stage-top" }, lockstepBadge(data, player), data.leftOut && h("p", { class: "left-out", text: data.leftOut })), stage),
    own.length && !data.machine ? h("div", { class: "columns even" }, own.map((one) => h("div", { class: "column" }, one))) : own.length ? h("div", { class: "columns" }, h("div", { class: "column machine-side" }, side), h("div", { class: "column net-side" }, own)) : side);
  const begin = () => {
    const wanted = linked ? stepOfAddress(location.href) : null;
    if (wanted === null) player.show(data.begin || 0);
    else player.jump(wanted);
  };
  if (linked) addEventListener("hashchange", (event) => {
    const wanted = stepOfAddress(event.newURL); // not the address of now: `remember` may have written an older step since
    if (wanted !== null && wanted !== player.steps[player.index]) player.jump(wanted);
  });
  requestAnimationFrame(begin);
  return element;
}
