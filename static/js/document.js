// The document editor: CodeMirror over the text area, which stays the field the
// form sends. Without script the text area is the editor.
(() => {
  "use strict";

  const start = () => {
    const form = document.getElementById("document");
    const area = document.getElementById("text");
    if (!form || !area) return;
    const draft = keepDraft(form, area);
    const cm = window.CodeMirror;
    const editor = cm ? edit(cm, form, area) : null;
    const go = (line, focus) => (editor ? editor.go(line, focus) : mark(area, line));
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-line]");
      if (!link) return;
      event.preventDefault();
      go(Number(link.dataset.line), true);
    });
    const fromAddress = () => {
      const line = /^#L(\d+)$/.exec(location.hash);
      if (line) go(Number(line[1]), true);
    };
    window.addEventListener("hashchange", fromAddress);
    fromAddress();
    draft.offer((text) => {
      area.value = text;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };

  // mark marks a line of the text area, so that it is in view.
  const mark = (area, line) => {
    const lines = area.value.split("\n");
    const from = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
    area.focus({ preventScroll: true });
    area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
    const box = area.closest(".editor");
    box.scrollTop = Math.max(0, (line - 1) * parseFloat(getComputedStyle(area).lineHeight) - box.clientHeight / 2);
    box.scrollIntoView({ block: "nearest" });
  };

  // keepDraft keeps what is not saved for as long as the tab is open, and asks
  // before it is left.
  const keepDraft = (form, area) => {
    const key = "draft " + location.pathname;
    const begun = area.value;
    const base = Number(form.dataset.revision);
    let changed = false;
    const put = (value) => {
      try {
        if (value) sessionStorage.setItem(key, JSON.stringify(value));
        else sessionStorage.removeItem(key);
      } catch { /* the browser keeps no more; the question before leaving is left */ }
    };
    const got = () => {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? "null");
      } catch {
        return null;
      }
    };
    let timer = 0;
    form.addEventListener("input", () => {
      changed = area.value !== begun;
      clearTimeout(timer);
      timer = setTimeout(() => put(changed && { text: area.value, message: form.elements.message?.value ?? "", base, at: Date.now() }), 300);
    });
    form.addEventListener("submit", () => {
      clearTimeout(timer);
      if (changed) put({ text: area.value, message: form.elements.message?.value ?? "", base, at: Date.now(), sent: true });
      changed = false;
    });
    window.addEventListener("beforeunload", (event) => { if (changed) event.preventDefault(); });

    const offer = (restore) => {
      const kept = got();
      const box = document.getElementById("draft");
      if (!kept || !box || area.readOnly) return;
      if (kept.text === begun || (kept.sent && base > kept.base)) { // it was saved, or is before us
        put(null);
        return;
      }
      const said = document.createElement("span");
      said.textContent = `Words you did not save are kept from ${new Date(kept.at).toLocaleTimeString()}, begun with revision ${kept.base}.`;
      const button = (text, action) => {
        const b = document.createElement("button");
        b.type = "button";
        b.textContent = text;
        b.addEventListener("click", () => {
          action();
          box.hidden = true;
        });
        return b;
      };
      box.append(said, button("Take them up again", () => {
        restore(kept.text);
        if (form.elements.message && !form.elements.message.value) form.elements.message.value = kept.message;
      }), button("Throw them away", () => put(null)));
      box.hidden = false;
    };
    return { offer };
  };

  // problems are the lines with one, as the check beside the text says.
  const problems = () => {
    const out = new Map();
    for (const link of document.querySelectorAll("#gutter a")) {
      const cause = document.getElementById(link.getAttribute("href").slice(1));
      out.set(Number(link.id.slice(1)), { mark: link.className, text: cause?.innerText.replace(/^line \d+\s*/, "").trim() ?? "" });
    }
    return out;
  };

  const edit = (cm, form, area) => {
    const { contextAt, Words, about, offer, fieldAt } = window.lengthwise;
    const json = form.dataset.media === "JSON";
    const words = new Words(form.dataset.words);
    const host = document.createElement("div");
    host.className = "editor-host no-print";
    const box = area.closest(".editor");
    box.after(host);
    const root = host.attachShadow({ mode: "open" }); // its styles are constructed, which the policy allows
    let stale = false;
    let marks = problems();

    // before is the text up to a position, as much of it as its context needs.
    const before = (state, position) => state.sliceDoc(0, position);
    const complete = async (context) => {
      if (!context.explicit && !context.matchBefore(/[\w\-:/[\]"']+$/)) return null;
      await words.ready;
      const text = context.state.doc.toString();
      if (stale) {
        stale = false;
        await words.renew(text, form.dataset.revision);
      }
      const found = offer(words, contextAt(before(context.state, context.pos)), json);
      return found && { ...found, validFor: /^[\w\-/[\]]*$/ };
    };

    class Sign extends cm.GutterMarker {
      constructor(problem) {
        super();
        this.problem = problem;
      }

      eq(other) { return other.problem.mark === this.problem.mark && other.problem.text === this.problem.text; }

      toDOM() {
        const sign = document.createElement("span");
        sign.textContent = this.problem.mark === "error" ? "⬣" : "▲";
        sign.className = "sign " + this.problem.mark;
        sign.title = this.problem.text;
        return sign;
      }
    }
    const renewed = cm.StateEffect.define();
    const signs = cm.StateField.define({
      create: (state) => signsOf(state),
      update: (value, tr) => (tr.effects.some((e) => e.is(renewed)) ? signsOf(tr.state) : tr.docChanged ? value.map(tr.changes) : value),
    });
    const lines = cm.StateField.define({
      create: (state) => linesOf(state),
      update: (value, tr) => (tr.effects.some((e) => e.is(renewed)) ? linesOf(tr.state) : tr.docChanged ? value.map(tr.changes) : value),
      provide: (field) => cm.EditorView.decorations.from(field),
    });
    const known = (state) => [...marks].filter(([n]) => n <= state.doc.lines).sort((a, b) => a[0] - b[0]);
    function signsOf(state) {
      const set = new cm.RangeSetBuilder();
      for (const [n, problem] of known(state)) set.add(state.doc.line(n).from, state.doc.line(n).from, new Sign(problem));
      return set.finish();
    }
    function linesOf(state) {
      const set = new cm.RangeSetBuilder();
      for (const [n, problem] of known(state)) {
        set.add(state.doc.line(n).from, state.doc.line(n).from, cm.Decoration.line({ class: "line-" + problem.mark }));
      }
      return set.finish();
    }

    const help = document.getElementById("field");
    const tell = (view) => {
      const { head } = view.state.selection.main;
      const line = view.state.doc.lineAt(head);
      const rest = /^[\w-]*/.exec(line.text.slice(head - line.from))[0].length;
      const context = contextAt(before(view.state, head + rest));
      const field = fieldAt(words, context);
      const problem = marks.get(line.number);
      const parts = [];
      if (problem) parts.push(`Line ${line.number}: ${problem.text}`);
      if (field) parts.push(`${field.path}: ${about(field)}`);
      help.textContent = parts.join(" · ");
      return help.textContent;
    };
    let soon = 0;
    let own = false;
    const changed = cm.EditorView.updateListener.of((update) => {
      if (update.docChanged && !own) {
        area.value = update.state.doc.toString();
        area.dispatchEvent(new Event("input", { bubbles: true }));
      }
      if (update.docChanged || update.selectionSet) {
        clearTimeout(soon);
        soon = setTimeout(() => tell(update.view), 120);
      }
    });

    const nextProblem = (view) => {
      const here = view.state.doc.lineAt(view.state.selection.main.head).number;
      const all = known(view.state).map(([n]) => n);
      if (!all.length) return false;
      go(all.find((n) => n > here) ?? all[0], true);
      return true;
    };
    const say = (view) => {
      document.getElementById("announce").textContent = tell(view) || "No field here.";
      return true;
    };

    const view = new cm.EditorView({
      parent: root, root,
      state: cm.EditorState.create({
        doc: area.value,
        extensions: [
          cm.gutter({ class: "signs", markers: (v) => v.state.field(signs) }), cm.lineNumbers(), signs, lines,
          cm.history(), cm.indentOnInput(), cm.bracketMatching(), cm.closeBrackets(), cm.highlightActiveLine(), cm.highlightActiveLineGutter(),
          cm.indentUnit.of("  "), json ? cm.json() : cm.yaml(), cm.syntaxHighlighting(colours(cm)), cm.search({ top: true }),
          cm.autocompletion({ override: [complete], icons: false, maxRenderedOptions: 200 }),
          cm.Prec.high(cm.keymap.of([{ key: "F8", run: nextProblem }, { key: "F1", run: say, preventDefault: true }])),
          cm.keymap.of([...cm.closeBracketsKeymap, ...cm.defaultKeymap, ...cm.searchKeymap, ...cm.historyKeymap, ...cm.completionKeymap, cm.indentWithTab]),
          cm.EditorState.readOnly.of(area.readOnly), cm.EditorState.tabSize.of(2), looks(cm), changed,
          cm.EditorView.contentAttributes.of({ tabindex: "0", "aria-label": `Plan document, ${form.dataset.media}. Escape and then Tab leaves it.` }),
        ],
      }),
    });
    box.hidden = true;
    help.hidden = false; // also while it says nothing: what is below stays where it is
    document.getElementById("editor-keys").hidden = false;
    area.addEventListener("input", () => { // written by someone else
      if (area.value === view.state.doc.toString()) return;
      own = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: area.value } });
      own = false;
    });
    document.addEventListener("htmx:after:swap", () => {
      marks = problems();
      view.dispatch({ effects: renewed.of(null) });
      stale = !document.querySelector("#check [data-unreadable]");
      tell(view);
    });
    const go = (number, focus) => {
      const line = view.state.doc.line(Math.min(Math.max(1, number), view.state.doc.lines));
      view.dispatch({ selection: { anchor: line.from, head: line.to }, effects: cm.EditorView.scrollIntoView(line.from, { y: "center" }) });
      host.scrollIntoView({ block: "nearest" });
      if (focus) view.focus();
    };
    return { go };
  };

  // colours are of the syntax, quiet: strong ones are for status.
  const colours = (cm) => cm.HighlightStyle.define([
    { tag: [cm.tags.propertyName, cm.tags.definition(cm.tags.propertyName)], color: "var(--accent)" },
    { tag: cm.tags.comment, color: "var(--text-subtle)", fontStyle: "italic" },
    { tag: [cm.tags.punctuation, cm.tags.separator, cm.tags.brace, cm.tags.squareBracket], color: "var(--text-subtle)" },
  ]);

  const looks = (cm) => cm.EditorView.theme({
    "&": { maxHeight: "72vh", minHeight: "260px", color: "var(--text)", backgroundColor: "var(--surface)", border: "1px solid var(--control-line)", borderRadius: "4px" },
    "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "2px" },
    ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "13px", lineHeight: "20px", overflow: "auto" },
    ".cm-content": { caretColor: "var(--text)", padding: "8px 0" },
    ".cm-gutters": { backgroundColor: "var(--surface-raised)", color: "var(--text-subtle)", borderRight: "1px solid var(--line)" },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--surface-raised)" },
    ".signs .cm-gutterElement": { padding: "0 2px 0 6px", minWidth: "18px" },
    ".sign.error": { color: "var(--status-error)" },
    ".sign.warning": { color: "var(--status-warning)" },
    ".line-error": { boxShadow: "inset 3px 0 var(--status-error)" },
    ".line-warning": { boxShadow: "inset 3px 0 var(--status-warning)" },
    ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--text)", border: "1px solid var(--control-line)", borderRadius: "4px" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "13px", maxHeight: "16em" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { minHeight: "24px", lineHeight: "24px", padding: "0 8px" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
    ".cm-completionDetail": { fontStyle: "normal", opacity: "1", marginLeft: "1em" },
    ".cm-completionInfo": { maxWidth: "44ch", padding: "6px 10px", fontFamily: "var(--sans)" },
    ".cm-panels": { backgroundColor: "var(--surface-raised)", color: "var(--text)", borderBottom: "1px solid var(--line)" },
    ".cm-textfield": { backgroundColor: "var(--surface)", color: "var(--text)", border: "1px solid var(--control-line)", minHeight: "26px" },
    ".cm-button": { backgroundImage: "none", backgroundColor: "var(--surface)", color: "var(--text)", border: "1px solid var(--control-line)", minHeight: "26px" },
    ".cm-panel.cm-search [name=close]": { minWidth: "24px", minHeight: "24px", color: "var(--text)" },
    ".cm-panel button:focus-visible, .cm-panel input:focus-visible": { outline: "3px solid var(--accent)", outlineOffset: "1px" },
  });

  document.addEventListener("DOMContentLoaded", start);
})();
