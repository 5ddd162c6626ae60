// Keys, in one registry: it acts on them and writes the dialog of "?". A key is
// never the only way, is ignored while somebody types or holds a modifier, and
// is off where the account says so (<html data-keys="off">).
(() => {
  "use strict";

  const first = (...selectors) => {
    for (const s of selectors) {
      const found = [...document.querySelectorAll(s)].find((e) => e.checkVisibility?.() ?? true);
      if (found) return found;
    }
    return null;
  };
  const follow = (...selectors) => {
    const link = first(...selectors);
    link?.click();
    return Boolean(link);
  };
  const focus = (...selectors) => {
    const field = first(...selectors);
    field?.focus();
    field?.select?.();
    return Boolean(field);
  };

  let last = null; // the problem the key led to
  const nextError = () => {
    const all = [...document.querySelectorAll("main .mark-error, main .mark-warning")]
      .filter((m) => !m.closest("[data-testid=plan-head]") && m.checkVisibility());
    const errors = all.filter((m) => m.classList.contains("mark-error"));
    const marks = errors.length ? errors : all;
    if (!marks.length) return false;
    const at = marks[(marks.indexOf(last) + 1) % marks.length];
    last = at;
    const place = at.closest("tr, li, section, div, p");
    const target = at.closest("a") ?? place.querySelector("a[href], button") ?? place;
    if (!target.matches("a, button")) target.tabIndex = -1;
    target.focus();
    place.scrollIntoView({ block: "center" });
    return true;
  };

  // keys are tried in this order; the first that fits the page acts. A key of
  // one page is marked in its page: data-key="f" on what it clicks.
  const keys = [
    { key: "/", what: "Search or filter", run: () => focus("main input[type=search]", "main #q", "main form.filters input:not([type=hidden])") },
    { key: "[", what: "Previous rack, page or step", run: () => follow("main [data-key='[']", "main a[rel=prev]") },
    { key: "]", what: "Next rack, page or step", run: () => follow("main [data-key=']']", "main a[rel=next]") },
    { key: "f", what: "Other face of the racks", run: () => follow("main [data-key=f]") },
    { key: "t", what: "Between drawing and table", run: () => between() },
    { key: "e", what: "Next error on the page", run: nextError },
    { key: "g", what: "Overview of the plan", run: () => follow("nav[aria-label='Views of the plan'] a") },
    { key: "?", what: "These keys", run: () => help() },
    { key: "Escape", shown: "Esc", what: "Close, or clear the selection", always: true, run: () => follow("main [data-key=Escape]") },
  ];

  // between goes from the drawing of a page to its table and back.
  const between = () => {
    if (first("main [data-key=t]")) return follow("main [data-key=t]");
    const drawing = first("main .drawing", "main svg[role]", "main figure");
    const table = first("main table");
    if (!drawing || !table) return false;
    const to = drawing.contains(document.activeElement) || document.activeElement === drawing ? table : drawing;
    const target = to.querySelector("a[href], button, [tabindex='0']") ?? to;
    if (!target.hasAttribute("tabindex") && !target.matches("a, button")) target.tabIndex = -1;
    target.focus();
    return true;
  };

  const help = () => {
    let dialog = document.getElementById("keys");
    if (!dialog) {
      dialog = document.createElement("dialog");
      dialog.id = "keys";
      dialog.setAttribute("aria-labelledby", "keys-title");
      const title = document.createElement("h2");
      title.id = "keys-title";
      title.textContent = "Keys";
      const list = document.createElement("dl");
      for (const k of keys) {
        const term = document.createElement("dt");
        const kbd = document.createElement("kbd");
        kbd.textContent = k.shown ?? k.key;
        term.append(kbd);
        const what = document.createElement("dd");
        what.textContent = k.what;
        list.append(term, what);
      }
      const form = document.createElement("form");
      form.method = "dialog";
      const note = document.createElement("p");
      note.className = "small subtle";
      note.textContent = "Keys of one letter can be switched off under Account.";
      const close = document.createElement("button");
      close.textContent = "Close";
      form.append(close);
      dialog.append(title, list, note, form);
      document.body.append(dialog);
    }
    dialog.showModal();
    return true;
  };

  const typing = (event) => {
    const at = event.composedPath()[0];
    return at.isContentEditable || at.matches?.("input:not([type=checkbox],[type=radio],[type=button],[type=submit]), select, textarea, [role=textbox], [role=combobox]");
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
    if (document.querySelector("dialog[open]")) return; // it has keys of its own
    const key = keys.find((k) => k.key === event.key);
    if (!key || (!key.always && document.documentElement.dataset.keys === "off")) return;
    if (key.run()) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-show-keys]")) help();
  });
  for (const button of document.querySelectorAll("[data-show-keys]")) button.hidden = false; // without script there are no keys
})();
