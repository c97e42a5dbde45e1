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

const BLOCKS = {
  text: (block) => h("p", { class: "prose", text: block.text }),
  heading: (block) => h("h2", { class: "chapter", text: block.text }),
  answer: (block) => h("p", { class: "answer", text: block.text }),
  figures: (block) => h("dl", { class: "figures" }, block.figures.map((figure) =>
    h("div", null, h("dt", { text: figure.name }), h("dd", null, h("b", { text: typeof figure.value === "number" ? number(figure.value) : figure.value }), figure.unit && ` ${figure.unit}`), figure.says && h("dd", { class: "explained", text: figure.says })))),
  plot: (block) => card(block.title, block.says, chart(block.chart).element),
  table: (block) => card(block.title, block.says, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": block.title }, h("table", { class: block.columns.length > 2 ? "listing many" : "listing" },
    h("thead", null, h("tr", null, block.columns.map((name) => h("th", { scope: "col", text: name })))),
    h("tbody", null, block.rows.map((row) => h("tr", null, row.map((cell, k) => h("td", { "data-label": block.columns[k], class: typeof cell === "number" ? "figure" : null, text: typeof cell === "number" ? number(cell) : cell })))))))),
  bars: (block) => card(block.title, block.says, barKeys(block.keys), h("ul", { class: "bars" }, block.rows.map(barRow))),
  picture: (block) => card(block.title, block.says, h("div", { class: "diagram-frame" }, parsed(block.svg))),
  terminal: (block) => h("details", { class: "terminal" }, h("summary", { text: block.title }), h("pre", { tabindex: 0, text: block.text })),
  run: (block) => runElement(block.run, false),
};

function reportBlocks(blocks) {
  return blocks.map((block) => BLOCKS[block.kind](block));
}
