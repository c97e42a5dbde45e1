// Reports: what was asked, the answer in words, figures with units and a line of explanation each, plots, tables.

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
  picture: (block) => card(block.title, block.says, h("div", { class: "diagram-frame" }, parsed(block.svg))),
  terminal: (block) => h("details", { class: "terminal" }, h("summary", { text: block.title }), h("pre", { tabindex: 0, text: block.text })),
  run: (block) => runElement(block.run, false),
};

function reportBlocks(blocks) {
  return blocks.map((block) => BLOCKS[block.kind](block));
}
