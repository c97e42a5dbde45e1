// Puts the page together from the data that it carries.

function copyButton(text) {
  const act = async (event) => {
    const pressed = event.currentTarget;
    try {
      await navigator.clipboard.writeText(text);
      pressed.textContent = "copied";
    } catch {
      getSelection().selectAllChildren(pressed.parentNode.querySelector("code"));
      pressed.textContent = "selected";
    }
    setTimeout(() => { pressed.textContent = "copy"; }, 1600);
  };
  return h("button", { type: "button", class: "plain", text: "copy", onclick: act });
}

function commandLine(text) {
  return h("div", { class: "command" }, h("code", null, text.split(" ").flatMap((word, k) => [k ? " " : "", h("span", { text: word })])), copyButton(text));
}

function header(data) {
  return h("header", { class: "top" },
    h("p", { class: "brand" }, s("svg", { viewBox: "0 0 24 16", "aria-hidden": "true" }, s("path", { d: "M2 14C6 0 18 0 22 14" }), s("circle", { cx: 2, cy: 14, r: 2 }), s("circle", { cx: 22, cy: 14, r: 2 })), "turingrad"),
    h("h1", { text: data.title }),
    data.summary && h("p", { class: "summary", text: data.summary }),
    data.facts && h("ul", { class: "facts" }, data.facts.map((fact) => h("li", null, h("b", { text: typeof fact.value === "number" ? number(fact.value) : fact.value }), ` ${fact.name}`))));
}

function footer(data) {
  const made = Object.entries(data.versions).map(([name, version]) => `${name} ${version}`).join(", ");
  return h("footer", null,
    data.command && [h("p", { class: "explained", text: data.page_seconds === undefined ? "Made by" : `Made by (${data.page_seconds} s for this page, beside what it reports)` }), commandLine(data.command)],
    h("p", { class: "explained", text: `${made}${data.seed === undefined || data.seed === null ? "" : `, seed ${data.seed}`}. Everything on this page is in this file; it loads nothing.` }));
}

const pageData = JSON.parse(document.getElementById("data").textContent);
const pageElement = document.getElementById("page");
pageElement.append(header(pageData));
if (pageData.run) pageElement.append(runElement(pageData.run, true));
if (pageData.live) pageElement.append(liveElement(pageData.live));
if (pageData.blocks) pageElement.append(...reportBlocks(pageData.blocks));
pageElement.append(footer(pageData));
listenToKeys();
document.documentElement.dataset.ready = "yes";
