// The whole run as one picture: time runs to the right, cells run down, the head draws its path. Clicking jumps.

/** A canvas over all moments, with a cursor at the one shown; `draw(context, width of a moment)` paints it. */
function timeline(label, height, count, player, draw) {
  const canvas = h("canvas", { role: "img", "aria-label": label });
  const cursor = h("div", { class: "cursor" });
  const element = h("div", { class: "spacetime" }, canvas, cursor);
  let width = 0;
  const place = () => { cursor.style.transform = `translateX(${((player.index + 0.5) * width) / count}px)`; };
  const paint = () => {
    draw(sized(canvas, width, height), width / count);
    place();
  };
  const jump = (event) => {
    const box = canvas.getBoundingClientRect();
    player.pause();
    player.show(Math.floor((count * (event.clientX - box.left)) / box.width));
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    jump(event);
  });
  canvas.addEventListener("pointermove", (event) => { if (event.buttons) jump(event); });
  onWidth(element, (found) => {
    width = found;
    paint();
  });
  onTheme(paint);
  player.watch(place);
  return element;
}

/** A wash for each symbol; the blank has none. */
function shades(machine) {
  const blank = machine.symbols.indexOf(machine.blank);
  const ink = colour("wash");
  const others = machine.symbols.length - 1;
  let rank = 0;
  return machine.symbols.map((_, k) => {
    if (k === blank) return null;
    rank += 1;
    const strength = others === 1 ? 0.34 : 0.16 + (0.6 * rank) / others;
    return `color-mix(in srgb, ${ink} ${Math.round(100 * strength)}%, transparent)`;
  });
}

function spaceTime(machine, frames, player) {
  const which = frames.tapes.length > 1 ? "Tape 1" : "The tape";
  const says = h("p", { class: "explained spacetime-says", text: `${which} over the whole run: time to the right, cells downwards, the line is the head. Click to jump.` });
  const column = frames.tapes[0];
  const count = frames.step.length;
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < count; k += 1) {
    low = Math.min(low, column.head[k], column.cells[k].length ? column.start[k] : column.head[k]);
    high = Math.max(high, column.head[k], column.start[k] + column.cells[k].length - 1);
  }
  const cells = high - low + 1;
  const height = Math.max(44, Math.min(150, cells * 9));
  const draw = (context, x) => {
    const fills = shades(machine);
    const y = height / cells;
    for (let k = 0; k < count; k += 1) {
      const text = column.cells[k];
      for (let c = 0; c < text.length; c += 1) {
        const fill = fills[text.charCodeAt(c) - 48];
        if (!fill) continue;
        context.fillStyle = fill;
        context.fillRect(k * x, (column.start[k] + c - low) * y, x + 0.4, Math.max(y, 0.6) + (y > 3 ? -0.5 : 0.2));
      }
    }
    context.strokeStyle = colour("machine");
    context.lineWidth = Math.max(1, Math.min(2.5, y * 0.8));
    context.lineJoin = "round";
    context.beginPath();
    for (let k = 0; k < count; k += 1) {
      const top = (column.head[k] - low + 0.5) * y;
      if (k) context.lineTo((k + 0.5) * x, top);
      else context.moveTo(0.5 * x, top);
    }
    context.stroke();
  };
  return [timeline("space-time diagram: time to the right, cells downwards", height, count, player, draw), says];
}
