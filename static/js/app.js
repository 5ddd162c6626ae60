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

  // What is wider than its place can be reached and pushed by keys, and only
  // then: a stop of the Tab key that does nothing is in the way. Browsers that
  // give such places a stop themselves are not relied on.
  const scrollers = () => {
    for (const box of document.querySelectorAll(".scroll, .racks-legend, .rack-sheet-parts > *, .pair-sheet")) {
      const wide = box.scrollWidth > box.clientWidth;
      if (wide && !box.hasAttribute("tabindex")) {
        const name = box.querySelector("caption")?.textContent ?? box.closest("section")?.querySelector("h2, h3")?.textContent;
        if (!box.hasAttribute("aria-label") && !box.hasAttribute("aria-labelledby")) box.setAttribute("aria-label", (name ?? "Wide part").trim());
        if (!box.hasAttribute("role") && box.matches("div")) box.setAttribute("role", "group");
        box.tabIndex = 0;
        box.dataset.pushed = "";
      } else if (!wide && "pushed" in box.dataset) {
        box.removeAttribute("tabindex");
        delete box.dataset.pushed;
      }
    }
  };
  document.addEventListener("htmx:after:swap", scrollers);
  window.addEventListener("resize", scrollers);
  scrollers();

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
  });
  document.addEventListener("htmx:before:request", (event) => {
    const opener = event.detail.ctx?.sourceElement;
    if (opener?.hasAttribute("aria-expanded")) opener.setAttribute("aria-expanded", "true");
  });

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
})();
