// What the pages cannot do with HTML alone; everything here is a convenience
// and every page works without it.
(() => {
  "use strict";

  // The result of a search is said to those who do not see it.
  const announce = (root) => {
    const said = root.querySelector?.("[data-announce]");
    const region = document.getElementById("announce");
    if (said && region) region.textContent = said.textContent;
  };
  document.addEventListener("htmx:after:swap", () => announce(document.querySelector("main")));

  // A select of a form that has no other button applies at once.
  document.addEventListener("change", (event) => {
    if (event.target.matches("select[data-submit]")) event.target.form.requestSubmit();
  });

  document.addEventListener("click", (event) => {
    const close = event.target.closest("[data-close]");
    if (close) { // the details of a row
      event.preventDefault();
      const box = document.getElementById(close.dataset.close);
      const opener = document.querySelector(`[aria-controls="${CSS.escape(close.dataset.close)}"]`);
      box?.replaceChildren();
      opener?.setAttribute("aria-expanded", "false");
      opener?.focus();
      return;
    }
    const line = event.target.closest("a[data-line]");
    const text = document.getElementById("text");
    if (line && text) { // a problem of the document
      event.preventDefault();
      select(text, Number(line.dataset.line));
    }
  });
  document.addEventListener("htmx:before:request", (event) => {
    const opener = event.detail.ctx?.sourceElement;
    if (opener?.hasAttribute("aria-expanded")) opener.setAttribute("aria-expanded", "true");
  });

  // select marks a line of the text, so that it is in view and can be replaced.
  const select = (text, line) => {
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
    text.focus({ preventScroll: true });
    text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    const box = text.closest(".editor");
    if (box) {
      const height = parseFloat(getComputedStyle(text).lineHeight);
      box.scrollTop = Math.max(0, (line - 1) * height - box.clientHeight / 2);
      box.scrollIntoView({ block: "nearest" });
    }
  };

  // A menu closes with Escape and by a click elsewhere.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  // Leaving with unsaved words is asked about.
  let changed = false;
  document.addEventListener("input", (event) => {
    if (event.target.matches("#text")) changed = true;
  });
  document.addEventListener("submit", () => { changed = false; });
  window.addEventListener("beforeunload", (event) => {
    if (changed) event.preventDefault();
  });
})();
