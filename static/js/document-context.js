// Where in a plan document a text ends: which field it is about to write, and
// of what. It reads text that is not finished, so it takes what it can and
// refuses nothing. YAML and JSON are read alike: JSON is all braces.
(() => {
  "use strict";

  const keyAt = /^(["']?)([\w-]+)\1[ \t]*:(?=[ \t]|$)/;
  const topKey = /^[A-Za-z_]/;

  // A Scan walks a text once. Its frames are the maps and lists around the end.
  class Scan {
    constructor(text) {
      this.text = text;
      this.frames = [];
    }

    get top() { return this.frames.at(-1); }

    // path is "racks[].units": [] is an entry of a list.
    path() {
      let path = "";
      for (const f of this.frames) {
        if (f.list) path += "[]";
        else if (f.key) path += (path ? "." : "") + f.key;
      }
      return path;
    }

    // stop is what stands at the end of the text. place: key, value, or entry,
    // which is either.
    stop(place, from, quote = "") {
      const flow = Boolean(this.top?.flow);
      const keys = this.frames.findLast((f) => !f.list)?.keys ?? {}; // of the nearest map
      const inside = this.top?.list === false && !this.top.key; // another key of that map is due
      return { place, path: this.path(), from, typed: this.text.slice(from), quote, flow, keys, inside, indent: this.top?.indent ?? 0 };
    }

    // quoted gives where a quoted text ends, -1 where it does not.
    quoted(at) {
      const quote = this.text[at];
      for (let i = at + 1; i < this.text.length; i++) {
        if (quote === '"' && this.text[i] === "\\") i++;
        else if (this.text[i] === quote) return i;
      }
      return -1;
    }

    // note keeps a value for its neighbours: the ports of a fabric's hosts are
    // those of the devices named beside it.
    note(value) {
      if (this.top && !this.top.list && this.top.key) this.top.keys[this.top.key] = value.trim();
    }

    // flow reads braces and brackets from at to where they close.
    flow(at) {
      const depth = this.frames.length;
      let expect = "key";
      while (at < this.text.length) {
        const c = this.text[at];
        if (/\s/.test(c)) {
          at++;
        } else if (c === "{" || c === "[") {
          this.frames.push({ list: c === "[", flow: true, key: "", keys: {}, indent: this.top?.indent ?? 0 });
          expect = "key";
          at++;
        } else if (c === "}" || c === "]") {
          this.frames.pop();
          at++;
          if (this.frames.length === depth) return { at };
          expect = "done";
        } else if (c === ",") {
          if (!this.top.list) this.top.key = "";
          expect = "key";
          at++;
        } else if (c === ":" && expect !== "value") {
          expect = "value";
          at++;
        } else if (c === "#") {
          const end = this.text.indexOf("\n", at);
          if (end < 0) return {};
          at = end;
        } else if (c === '"' || c === "'") {
          const end = this.quoted(at);
          if (end < 0) return { found: this.stop(this.placeIn(expect), at + 1, c) };
          this.put(expect, this.text.slice(at + 1, end));
          at = end + 1;
        } else {
          const rest = this.text.slice(at);
          const run = (expect === "key" && !this.top.list ? /^[^,[\]{}:\n]*/ : /^[^,[\]{}\n]*/).exec(rest)[0];
          if (at + run.length >= this.text.length) return / #/.test(run) ? {} : { found: this.stop(this.placeIn(expect), at) };
          this.put(expect, run);
          at += run.length || 1;
        }
      }
      return { found: this.stop(this.placeIn(expect), at) };
    }

    placeIn(expect) { return this.top.list ? "entry" : expect === "key" ? "key" : "value"; }

    put(expect, value) {
      if (this.top.list) return;
      if (expect === "key") this.top.key = value.trim();
      else this.note(value);
    }

    // value reads what stands behind a key or a dash in a line that ends at end.
    value(at, end, last) {
      const c = this.text[at];
      if (at >= end) return last ? { found: this.stop(this.top?.list ? "entry" : "value", at) } : { at: end };
      if (c === "{" || c === "[") return this.flow(at);
      if (c === "#") return last ? {} : { at: end };
      if (c === '"' || c === "'") {
        const close = this.quoted(at);
        if (close < 0) return { found: this.stop(this.top?.list ? "entry" : "value", at + 1, c) };
        this.note(this.text.slice(at + 1, close));
        return { at: close + 1 };
      }
      if (c === "|" || c === ">") return this.prose(end);
      const run = this.text.slice(at, end);
      const comment = run.search(/ #/);
      if (last) return comment >= 0 ? {} : { found: this.stop(this.top?.list ? "entry" : "value", at) };
      this.note(comment >= 0 ? run.slice(0, comment) : run);
      return { at: end };
    }

    // prose skips the lines of a text that are deeper than its key.
    prose(end) {
      const indent = this.top?.indent ?? 0;
      while (end >= 0 && end < this.text.length) {
        const next = this.text.indexOf("\n", end + 1);
        const line = this.text.slice(end + 1, next < 0 ? undefined : next);
        const depth = line.search(/\S/);
        if (depth >= 0 && depth <= indent) return { at: end };
        if (next < 0) return depth < 0 && line.length <= indent ? { at: end } : {};
        end = next;
      }
      return {};
    }

    // leave ends the maps and lists a line at this depth is no part of.
    leave(depth, dash) {
      while (this.top && (this.top.indent > depth || (!dash && this.top.list && this.top.indent >= depth))) this.frames.pop();
    }

    // line reads one line that is no part of anything open.
    line(start, end, last) {
      let at = start + (/^ */.exec(this.text.slice(start, end))[0].length);
      if (at >= end && !last) return { at: end };
      if (this.text[at] === "#") return last ? {} : { at: end };
      while (this.text[at] === "-" && (at + 1 >= end || this.text[at + 1] === " ")) {
        const depth = at - start;
        this.leave(depth, true);
        if (!this.top?.list || this.top.indent !== depth) this.frames.push({ list: true, indent: depth });
        at++;
        while (this.text[at] === " " && at < end) at++;
        if (at >= end) return last ? { found: this.stop("entry", at) } : { at: end };
      }
      const depth = at - start;
      const key = keyAt.exec(this.text.slice(at, end));
      if (!key && !last) return this.value(at, end, last);
      const dash = this.top?.list && this.top.indent < depth && this.text.slice(start, at).includes("-");
      if (!dash) this.leave(depth, false);
      if (!key) {
        if (/^["']?[\w-]*$/.test(this.text.slice(at, end))) return this.started(at, end, depth);
        return this.value(at, end, last);
      }
      if (!this.top || this.top.list || this.top.indent !== depth) this.frames.push({ list: false, key: "", keys: {}, indent: depth });
      this.top.key = key[2];
      this.top.keys[key[2]] = "";
      at += key[0].length;
      while (this.text[at] === " " && at < end) at++;
      return this.value(at, end, last);
    }

    // started is a line that ends before anything tells a key from a value.
    started(at, end, depth) {
      const quote = /^["']/.exec(this.text.slice(at, end))?.[0] ?? "";
      if (this.top && !this.top.list && this.top.indent === depth) this.top.key = "";
      const found = this.stop("entry", at + quote.length, quote);
      return { found: { ...found, indent: depth } };
    }

    run() {
      let at = 0;
      for (;;) {
        let end = this.text.indexOf("\n", at);
        const last = end < 0;
        if (last) end = this.text.length;
        const step = this.line(at, end, last);
        if (step.found || step.at === undefined) return step.found ?? null;
        end = this.text.indexOf("\n", step.at);
        if (end < 0) return null;
        at = end + 1;
      }
    }
  }

  // contextAt says what stands at the end of a text, null where nothing can be
  // completed: in a comment, behind a value. Positions count from the start.
  const contextAt = (text) => {
    let start = 0;
    if (!/^\s*\{/.test(text)) { // a field of the document begins at the left edge
      start = text.lastIndexOf("\n") + 1;
      while (start > 0 && !topKey.test(text[start] ?? "")) start = start > 1 ? text.lastIndexOf("\n", start - 2) + 1 : 0;
    }
    const found = new Scan(text.slice(start)).run();
    return found && { ...found, from: found.from + start };
  };

  window.lengthwise = { ...window.lengthwise, contextAt };
})();
