// Which moment is shown, and everything that changes it: buttons, slider, keys, the address, time.
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64];
let activePlayer = null;

class Player {
  /** `steps[k]` is the number of the k-th moment; `linked`: the address follows (one player a page). */
  constructor(steps, unit, linked) {
    this.steps = steps;
    this.unit = unit;
    this.linked = linked;
    this.index = 0;
    this.speed = 2;
    this.timer = null;
    this.watchers = [];
    if (!activePlayer) activePlayer = this;
  }

  get last() {
    return this.steps.length - 1;
  }

  get playing() {
    return this.timer !== null;
  }

  /** `watcher(index, forward)`: forward is true where the moment follows the one shown before. */
  watch(watcher) {
    this.watchers.push(watcher);
  }

  show(index) {
    const target = Math.max(0, Math.min(this.last, index));
    const forward = target === this.index + 1;
    this.index = target;
    document.documentElement.style.setProperty("--move", `${Math.min(260, Math.round(700 / this.speed))}ms`);
    for (const watcher of this.watchers) watcher(target, forward);
    if (this.linked) remember(this.steps[target]);
  }

  step(by) {
    this.pause();
    this.show(this.index + by);
  }

  /** The last shown moment at or before a step. */
  jump(step) {
    let low = 0;
    let high = this.last;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.steps[middle] <= step) low = middle;
      else high = middle - 1;
    }
    this.show(low);
  }

  play() {
    if (this.playing) return;
    activePlayer = this;
    if (this.index === this.last) this.show(0);
    const tick = () => {
      const stride = this.speed > 32 ? Math.round(this.speed / 32) : 1;
      this.show(this.index + stride);
      this.timer = this.index < this.last ? setTimeout(tick, 1000 / Math.min(this.speed, 32)) : null;
      this.show(this.index);
    };
    this.timer = setTimeout(tick, 1000 / Math.min(this.speed, 32));
    this.show(this.index);
  }

  pause() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
    this.show(this.index);
  }

  faster(by) {
    const at = Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + by));
    this.speed = SPEEDS[at];
    this.show(this.index);
  }
}

let remembered = null;
/** The address names the step, at most some times a second: browsers limit how often it may change. */
function remember(step) {
  if (remembered !== null) clearTimeout(remembered);
  remembered = setTimeout(() => {
    try {
      history.replaceState(null, "", `#step=${step}`);
    } catch {
      // a frame in a notebook has no address of its own
    }
  }, 150);
}

function stepOfAddress(address) {
  const found = /[#&]step=([0-9]+)/.exec(new URL(address).hash);
  return found ? Number(found[1]) : null;
}

const ICONS = {
  first: "M4 3v10M13 3L6 8l7 5z",
  back: "M11 3L4 8l7 5z",
  play: "M4 2.5l9.5 5.5L4 13.5z",
  pause: "M4 3h3v10H4zM9.5 3h3v10h-3z",
  next: "M5 3l7 5-7 5z",
  last: "M12 3v10M3 3l7 5-7 5z",
};

function icon(name) {
  return s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

function button(name, label, act) {
  return h("button", { type: "button", class: name, "aria-label": label, title: label, onclick: act }, icon(name));
}

/** The bar of controls of a player. */
function controls(player, wrongSteps) {
  const playing = button("play", "Play (space)", () => player.toggle());
  const slider = h("input", {
    type: "range", min: 0, max: player.last, value: 0, step: 1, "aria-label": `${player.unit} shown`,
    oninput: (event) => {
      player.pause();
      player.show(Number(event.target.value));
    },
  });
  const field = h("input", {
    type: "text", inputmode: "numeric", class: "jump", "aria-label": `jump to ${player.unit}`, size: 7,
    onchange: (event) => {
      player.pause();
      const wanted = Number(event.target.value.replace(/[^0-9]/g, ""));
      player.jump(wanted);
    },
  });
  const speed = h("select", {
    "aria-label": "speed", onchange: (event) => {
      player.speed = Number(event.target.value);
      player.show(player.index);
    },
  }, SPEEDS.map((value) => h("option", { value, text: `${value}×` })));
  const total = h("span", { class: "total", text: `of ${number(player.steps[player.last])}` });
  const bar = h("div", { class: "controls", role: "group", "aria-label": "playback" },
    h("div", { class: "buttons" },
      button("first", "First (home)", () => player.step(-player.steps.length)),
      button("back", "One back (left arrow)", () => player.step(-1)),
      playing,
      button("next", "One on (right arrow)", () => player.step(1)),
      button("last", "Last (end)", () => player.step(player.steps.length))),
    h("div", { class: "scrub" }, slider, wrongSteps),
    h("label", { class: "where" }, h("span", { text: player.unit }), field, total),
    h("label", { class: "speed" }, h("span", { class: "hidden", text: "speed" }), speed),
    h("button", { type: "button", class: "help", "aria-label": "Keys (question mark)", title: "Keys (?)", onclick: showHelp, text: "?" }));
  bar.addEventListener("pointerdown", () => { activePlayer = player; });
  player.watch((index) => {
    slider.value = index;
    slider.setAttribute("aria-valuetext", `${player.unit} ${player.steps[index]}`);
    slider.style.setProperty("--done", player.last ? `${(100 * index) / player.last}%` : "0%");
    if (document.activeElement !== field) field.value = number(player.steps[index]);
    speed.value = player.speed;
    const name = player.playing ? "pause" : "play";
    if (playing.dataset.icon !== name) {
      playing.dataset.icon = name;
      playing.replaceChildren(icon(name));
      playing.setAttribute("aria-label", player.playing ? "Pause (space)" : "Play (space)");
    }
  });
  return h("div", { class: "playback" }, bar);
}

const KEYS = [
  ["space", "play or pause"], ["← →", "one back, one on"], ["shift ← →", "ten back, ten on"],
  ["home, end", "first, last"], ["+ −", "faster, slower"], ["?", "this help"],
];

function showHelp() {
  let dialog = document.querySelector("dialog.keys");
  if (!dialog) {
    dialog = h("dialog", { class: "keys", "aria-label": "keys" },
      h("h2", { text: "Keys" }),
      h("dl", null, KEYS.map(([key, meaning]) => [h("dt", null, h("kbd", { text: key })), h("dd", { text: meaning })])),
      h("p", { class: "explained", text: "The address names the step (#step=12): copy it to send a colleague this very step." }),
      h("button", { type: "button", class: "plain", text: "Close", onclick: () => dialog.close() }));
    document.body.append(dialog);
  }
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

/** Keys act on the player that was used last. */
function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const player = activePlayer;
    const inField = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "range";
    if (!player || inField || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? 10 : 1;
    const acts = {
      " ": () => player.toggle(), ArrowLeft: () => player.step(-far), ArrowRight: () => player.step(far),
      Home: () => player.step(-player.steps.length), End: () => player.step(player.steps.length),
      "+": () => player.faster(1), "=": () => player.faster(1), "-": () => player.faster(-1), "?": showHelp,
    };
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
