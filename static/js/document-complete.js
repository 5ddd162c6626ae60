// What the document editor completes to, and what it says of a field: the
// fields of the format and the names of the catalog come from the server once,
// the names of the plan whenever its text was checked.
(() => {
  "use strict";

  const plain = /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/;
  const reserved = /^(?:true|false|null|yes|no|on|off)$/i;

  class Words {
    constructor(url) {
      this.url = url;
      this.fields = new Map();
      this.ready = this.load();
    }

    async load() {
      const answer = await fetch(this.url, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const known = await answer.json();
      for (const f of known.fields) this.fields.set(f.path, f);
      this.catalog = known.catalog;
      this.names = known;
    }

    // renew asks for the names of a text that can be read.
    async renew(text, base) {
      const answer = await fetch(this.url.replace(/\?.*/, ""), { method: "POST", body: new URLSearchParams({ text, base }) });
      if (answer.ok) this.names = await answer.json();
    }

    field(path) { return this.fields.get(path.replace(/\[\]$/, "")); }

    // inside are the fields of a record, by its path.
    inside(path) {
      const before = path ? path + "." : "";
      return [...this.fields.values()].filter((f) => f.path.startsWith(before) && !f.path.slice(before.length).includes("."))
        .map((f) => ({ ...f, name: f.path.slice(before.length) }));
    }

    typeOf(device) {
      const found = this.names?.devices.find((d) => d.text === device);
      return found?.of;
    }

    ports(device) { return this.names?.ports_of[this.typeOf(device)] ?? []; }

    // values are what may stand in a field.
    values(field, context) {
      const words = (field.words ?? []).map((w) => ({ text: w, of: w === field.default ? "default" : "" }));
      const names = this.names ?? { rows: [], racks: [], devices: [], types: [], ports_of: {} };
      switch (field.names) {
        case "row": return names.rows;
        case "rack": return names.racks;
        case "device": return names.devices;
        case "device-type": return [...names.types, ...(this.catalog?.["device-type"] ?? [])];
        case "port": {
          const own = this.ports(context.keys.hosts);
          const all = own.length ? own : Object.values(names.ports_of).flat();
          return [...new Set(all)].map((text) => ({ text, of: "port" }));
        }
        case undefined: return words;
        default: return this.catalog?.[field.names] ?? [];
      }
    }
  }

  // about is what is said of a field.
  const about = (f) => {
    const parts = [`${f.meaning}. `, `${f.value[0].toUpperCase()}${f.value.slice(1)}. `];
    if (f.words?.length && !["true or false"].includes(f.value)) parts.push(`One of ${f.words.join(", ")}. `);
    parts.push(f.required ? "Required." : f.default ? `Default: ${f.default}.` : "");
    return parts.join("").trim();
  };

  // keyOption completes a name of a field.
  const keyOption = (f, context, json, dash) => {
    let text = json || context.quote ? `${f.name}"` : f.name;
    if (context.quote === "'") text = `${f.name}'`;
    if (json && !context.quote) text = `"${text}`;
    let rest = ": ";
    if (!json && !context.flow && !context.path && f.record) rest = f.list ? ":\n  - " : ":\n  ";
    return {
      label: f.name, detail: f.required ? "required" : f.default ? `default ${f.default}` : "", type: "property", info: about(f), boost: f.required ? 2 : 0,
      apply: (view, _completion, from, to) => {
        const closed = context.quote && view.state.sliceDoc(to, to + 1) === context.quote ? 1 : 0;
        const insert = (dash ? "- " : "") + text + rest;
        view.dispatch({ changes: { from, to: to + closed, insert }, selection: { anchor: from + insert.length }, userEvent: "input.complete" });
      },
    };
  };

  // valueOption completes a value: it is quoted where YAML would read it as
  // something else, and closes the quotes that are open.
  const valueOption = (w, field, context, json, dash, more) => {
    const exact = field.words?.includes(w.text) ?? false;
    const bare = !json && (exact || (plain.test(w.text) && !reserved.test(w.text)));
    return {
      label: w.text, detail: w.of || "", type: exact ? "enum" : "variable", boost: /\[/.test(w.text) ? 1 : 0,
      apply: (view, _completion, from, to) => {
        const before = view.state.sliceDoc(from - 1, from);
        const quote = context.quote || (bare && !more ? "" : '"');
        const literal = exact && json && /^(?:true|false)$/.test(w.text);
        let insert = w.text;
        let end = to;
        if (!context.quote && quote && !literal && !context.typed.includes(":")) insert = quote + insert + (more ? "" : quote);
        if (context.quote && !more && view.state.sliceDoc(to, to + 1) !== context.quote) insert += context.quote;
        else if (context.quote && !more) end = to + 1;
        if (context.quote && !more) insert = insert.endsWith(context.quote) ? insert : insert + context.quote;
        if (more) insert += ":";
        const glue = !context.quote && before === ":" && !context.typed.includes(":") ? " " : "";
        insert = (dash ? "- " : "") + glue + insert;
        view.dispatch({ changes: { from, to: end, insert }, selection: { anchor: from + insert.length }, userEvent: "input.complete" });
        if (more) window.CodeMirror.startCompletion(view);
      },
    };
  };

  // offer is what fits at the end of a text: nothing, or options that replace
  // what was typed since from.
  const offer = (words, context, json) => {
    if (!context) return null;
    const { place, path } = context;
    const list = !path.endsWith("[]") && words.field(path)?.list && place === "entry" && !context.flow;
    const at = list ? path + "[]" : path;
    const keys = place === "value" ? [] : words.inside(at);
    if (keys.length) {
      const fresh = keys.filter((f) => list || !context.inside && !context.flow || !(f.name in context.keys) || f.name === context.typed);
      return { from: context.from, options: fresh.map((f) => keyOption(f, context, json, list)) };
    }
    const field = words.field(at);
    if (place === "key" || !field) return null;
    if (field.names === "device-port") {
      const [device, port] = context.typed.split(/:(.*)/s);
      if (port !== undefined) {
        return { from: context.from + device.length + 1, options: words.ports(device).map((text) => valueOption({ text, of: "port" }, field, context, json, false)) };
      }
      return { from: context.from, options: (words.names?.devices ?? []).map((w) => valueOption(w, field, context, json, list, true)) };
    }
    const options = words.values(field, context).map((w) => valueOption(w, field, context, json, list));
    return options.length ? { from: context.from, options } : null;
  };

  // fieldAt is the field a text ends in, undefined where there is none.
  const fieldAt = (words, context) => {
    if (!context) return undefined;
    if (context.place !== "value" && context.typed) {
      const own = words.field((context.path ? context.path + "." : "") + context.typed);
      if (own) return own;
    }
    return words.field(context.path);
  };

  window.lengthwise = { ...window.lengthwise, Words, about, offer, fieldAt };
})();
