// Reports: what was asked, the answer in words, figures with units and a line of explanation each, plots, tables.

/** One bar: its parts side by side, a line where it is measured against one, and its value in words. */
function barRow(row) {
  const percent = (share) => `${(100 * share).toFixed(2)}%`;
  const parts = row.parts.map((part) => h("i", { class: part.kind }));
  parts.forEach((part, k) => { part.style.width = percent(row.parts[k].share); });
  const mark = row.mark === undefined ? null : h("s");
  if (mark) mark.style.left = percent(row.mark);
  return h("li", null, h("span", { class: row.code ? "name code" : "name", text: row.name }), h("span", { class: "track", "aria-hidden": "true" }, parts, mark), h("span", { class: "value", text: row.value }));
}

function barKeys(keys) {
  return keys.length > 0 && h("p", { class: "bar-keys" }, keys.map((key) => h("span", { class: key.kind, text: key.name })));
}

/** On a phone rows with sentences are stacked; columns of figures scroll beside the first. */
function tableKind(block) {
  if (block.columns.length <= 2) return "";
  if (block.widths) return "many";
  const long = block.rows.flat().some((cell) => typeof cell !== "number" && String(cell?.text ?? cell).length > 24);
  return long ? "many" : "slim";
}

/** Shares of a table's width, in per cent. */
function columnWidths(widths) {
  return widths && h("colgroup", null, widths.map((width) => {
    const column = h("col");
    column.style.width = `${width}%`;
    return column;
  }));
}

/** A number, a text, or a text with a colour. */
function tableCell(cell, column) {
  if (typeof cell === "number") return h("td", { "data-label": column, class: "figure", text: number(cell) });
  const { text, kind } = typeof cell === "object" && cell !== null ? cell : { text: cell };
  return h("td", { "data-label": column }, text && h("span", { class: kind ? `tag ${kind}` : null }, written(text)));
}

const TILES = 8;

/** The figures that matter most as tiles, the others as lines. */
function figureTiles(figures) {
  const value = (figure) => `${typeof figure.value === "number" ? number(figure.value) : figure.value}`;
  const most = figures.length > TILES + 1 ? TILES : figures.length;
  const tiles = h("dl", { class: "figures" }, figures.slice(0, most).map((figure) =>
    h("div", null, h("dt", { text: figure.name }), h("dd", null, h("b", { text: value(figure) }), figure.unit && ` ${figure.unit}`), figure.says && h("dd", { class: "explained", text: figure.says }))));
  if (most === figures.length) return tiles;
  const rows = figures.slice(most).map((figure) => h("tr", null, [figure.name, `${value(figure)}${figure.unit ? ` ${figure.unit}` : ""}`, figure.says || ""].map((text) => h("td", { text }))));
  return h("div", null, tiles, h("section", { class: "card more-figures" }, h("h2", { text: "More figures" }), h("table", { class: "listing" }, h("thead", { class: "hidden" }, h("tr", null, ["figure", "value", "meaning"].map((text) => h("th", { scope: "col", text })))), h("tbody", null, rows))));
}

const BLOCKS = {
  text: (block) => h("p", { class: "prose" }, written(block.text)),
  heading: (block) => h("h2", { class: "chapter", text: block.text }),
  answer: (block) => h("p", { class: "answer" }, written(block.text)),
  figures: (block) => figureTiles(block.figures),
  plot: (block) => card(block.title, block.says, chart(block.chart).element),
  table: (block) => card(block.title, block.says, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": block.title }, h("table", { class: `listing ${tableKind(block)}${block.widths ? " fixed" : ""}` },
    columnWidths(block.widths),
    h("thead", null, h("tr", null, block.columns.map((name) => h("th", { scope: "col" }, written(name))))),
    h("tbody", null, block.rows.map((row) => h("tr", null, row.map((cell, k) => tableCell(cell, block.columns[k])))))))),
  bars: (block) => card(block.title, block.says, barKeys(block.keys), h("ul", { class: "bars" }, block.rows.map(barRow))),
  picture: (block) => card(block.title, block.says, h("div", { class: "diagram-frame" }, parsed(block.svg))),
  terminal: (block) => h("details", { class: "terminal" }, h("summary", { text: block.title }), h("pre", { tabindex: 0, text: block.text })),
  run: (block) => runElement(block.run, false),
};

/** Block by block; plots that follow one another stand side by side where there is room. */
function reportBlocks(blocks) {
  const found = [];
  let row = null;
  blocks.forEach((block, k) => {
    const element = BLOCKS[block.kind](block);
    if (block.kind !== "plot" || (blocks[k - 1]?.kind !== "plot" && blocks[k + 1]?.kind !== "plot")) return found.push(element);
    if (blocks[k - 1]?.kind !== "plot") found.push(row = h("div", { class: "plots" }));
    return row.append(element);
  });
  return found;
}
