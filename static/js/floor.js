// The floor: selects without loading the page again, goes from rack to rack by
// arrow keys, moves racks and trays by pointer or keys and asks the server what
// that changes, zooms. Everything has a form or an address without this.
(() => {
  "use strict";

  const box = () => document.querySelector("#floor .floor-drawing");
  const drawing = () => box()?.querySelector("svg.fl");
  const item = (e) => e?.closest?.("svg.fl a[data-rack], svg.fl a[data-tray], svg.fl a.fl-rack");
  const items = () => [...(drawing()?.querySelectorAll("a.fl-rack, a[data-tray]") ?? [])];
  const keyOf = (e) => (e?.dataset.rack ? "rack " + e.dataset.rack : e?.dataset.tray ? "tray " + e.dataset.tray : e?.getAttribute("href"));
  const nameOf = (e) => (e.dataset.rack ? e.dataset.rack : "tray " + e.dataset.tray);
  const reader = document.getElementById("announce");
  const say = (words) => { if (reader) reader.textContent = words; };
  const metres = (mm) => (mm / 1000).toFixed(3).replace(/0+$/, "").replace(/\.$/, "") + " m";
  const step = () => Number(document.getElementById("floor-step")?.value ?? 600);

  // one tab stop: the item the arrows were last at, or what is selected
  let here = null;
  const settle = () => {
    const all = items();
    const stop = all.find((e) => keyOf(e) === here) ?? all.find((e) => e.classList.contains("fl-chosen")) ?? all[0];
    for (const e of all) e.setAttribute("tabindex", e === stop ? "0" : "-1");
    if (stop) here = keyOf(stop);
    return stop;
  };

  // setup makes a drawing that has just come ready.
  let zoom = null; // the part in view, of a drawing whose whole is .of
  const setup = () => {
    const frame = box();
    if (!frame) return;
    frame.removeAttribute("tabindex"); // what is in it has the stop
    for (const e of document.querySelectorAll(".floor-zoom, .floor-step, #floor-keys")) {
      e.hidden = e.matches(".floor-step") && !("moves" in frame.dataset);
    }
    settle();
    const svg = drawing();
    svg.addEventListener("dragstart", (event) => event.preventDefault());
    if (zoom && zoom.of === svg.getAttribute("viewBox")) show();
    else zoom = null;
  };

  // selecting
  const load = (address, from) => {
    const back = item(from) ? keyOf(from) : null;
    const words = from?.textContent;
    abandon();
    window.htmx.ajax("GET", address, { target: "#floor", swap: "outerHTML", push: "true" }).then(() => {
      if (back) settled(back)?.focus({ preventScroll: true });
      else if (!document.getElementById("floor")?.contains(document.activeElement)) {
        const same = [...document.querySelectorAll("#floor a[data-pick]")].find((a) => a.textContent === words && !a.matches("[data-clear]"));
        (same ?? document.getElementById("chosen") ?? settle())?.focus({ preventScroll: true });
      }
    });
  };
  const settled = (key) => {
    here = key;
    return settle();
  };
  let dragged = false; // a drag ends with a click that selects nothing
  document.addEventListener("click", (event) => {
    const cancel = event.target.closest("#preview [data-cancel]");
    if (cancel && document.getElementById("floor")) {
      event.preventDefault();
      document.getElementById("preview").replaceChildren();
      abandon();
      settle()?.focus();
      return;
    }
    const link = item(event.target) ?? event.target.closest("#floor a[data-pick]");
    if (!link || !window.htmx || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (dragged) {
      dragged = false;
      return;
    }
    load(link.getAttribute("href"), link);
  });

  // zoom: the part of the drawing in view
  const whole = (svg) => (zoom?.of ?? svg.getAttribute("viewBox")).split(" ").map(Number);
  const show = () => drawing()?.setAttribute("viewBox", [zoom.x, zoom.y, zoom.w, zoom.h].join(" "));
  const nearer = (factor, at) => {
    const svg = drawing();
    if (!svg) return;
    const [x, y, w, h] = whole(svg);
    const z = zoom ?? { x, y, w, h, of: svg.getAttribute("viewBox") };
    const width = Math.min(w, Math.max(w / 16, z.w / factor));
    const centre = at ?? { x: z.x + z.w / 2, y: z.y + z.h / 2 };
    const scale = width / z.w;
    zoom = { of: z.of, w: width, h: width * h / w, x: centre.x - (centre.x - z.x) * scale, y: centre.y - (centre.y - z.y) * scale };
    inside(x, y, w, h);
    show();
  };
  const inside = (x, y, w, h) => {
    zoom.x = Math.min(Math.max(zoom.x, x), x + w - zoom.w);
    zoom.y = Math.min(Math.max(zoom.y, y), y + h - zoom.h);
  };
  const fit = () => {
    if (zoom) drawing()?.setAttribute("viewBox", zoom.of);
    zoom = null;
  };
  const centreOf = (e) => {
    const b = e.getBBox();
    return { x: b.x + b.width / 2, y: b.y + b.height / 2 };
  };
  const reveal = (e) => { // pan to what has the focus
    if (!zoom) return;
    const c = centreOf(e);
    if (c.x > zoom.x && c.x < zoom.x + zoom.w && c.y > zoom.y && c.y < zoom.y + zoom.h) return;
    zoom.x = c.x - zoom.w / 2;
    zoom.y = c.y - zoom.h / 2;
    inside(...whole(drawing()));
    show();
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    const focus = items().find((e) => keyOf(e) === here);
    if (button.dataset.zoom === "fit") fit();
    else nearer(button.dataset.zoom === "in" ? 1.5 : 1 / 1.5, zoom || !focus ? null : centreOf(focus));
  });
  document.addEventListener("wheel", (event) => {
    if (!event.target.closest?.("svg.fl") || !(event.ctrlKey || event.metaKey)) return; // else the page scrolls
    event.preventDefault();
    nearer(event.deltaY < 0 ? 1.2 : 1 / 1.2, point(event));
  }, { passive: false });
  const point = (event) => {
    const svg = drawing();
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: p.x, y: p.y };
  };

  // moving: a rack snaps to a position of a row near it, else to the grid
  let moving = null;
  const boxOf = (e) => e.dataset.at.split(" ").map(Number);
  const rows = () => JSON.parse(box().dataset.rows || "[]");
  const begin = (e) => {
    abandon();
    const frame = box();
    if (!frame || !("moves" in frame.dataset) || (e.dataset.tray && !("trays" in frame.dataset)) || !(e.dataset.rack || e.dataset.tray)) {
      say("dataset" in e && e.dataset.tray ? "The default trays follow the racks. Write them into the plan to move them." : "This cannot be moved here.");
      return false;
    }
    moving = { e, dx: 0, dy: 0, place: null, rows: rows() };
    if (e.dataset.rack) {
      [moving.x, moving.y, moving.w, moving.h] = boxOf(e);
      moving.others = [...drawing().querySelectorAll("a[data-rack]")].filter((o) => o !== e).map((o) => ({ name: o.dataset.rack, at: boxOf(o) }));
    }
    frame.classList.add("is-moving");
    return true;
  };
  const across = (faces) => faces === "east" || faces === "west";
  const placeAt = (x, y) => {
    const m = moving;
    const was = m.e.dataset.faces;
    const width = across(was) ? m.h : m.w;
    const depth = across(was) ? m.w : m.h;
    const near = Math.min(300, step() / 2);
    for (const r of m.rows) {
      const side = across(r.faces);
      const [along, off, start, line] = side ? [y, x, r.y, r.x] : [x, y, r.x, r.y];
      const back = r.runs === "west" || r.runs === "south";
      const position = 1 + Math.round((back ? start - width - along : along - start) / r.pitch);
      if (Math.abs(off - line) > near || position < 1 || position > 20000) continue;
      const at = back ? start - width - (position - 1) * r.pitch : start + (position - 1) * r.pitch;
      if (Math.abs(at - along) > Math.max(near, r.pitch / 2)) continue;
      return side
        ? { row: r.name, position, x: line, y: at, w: depth, h: width, faces: r.faces }
        : { row: r.name, position, x: at, y: line, w: width, h: depth, faces: r.faces };
    }
    const snap = (v) => Math.round(v / step()) * step();
    return { row: "", x: snap(x), y: snap(y), w: m.w, h: m.h, faces: was };
  };
  const overlaps = (p) => moving.others.filter((o) => p.x < o.at[0] + o.at[2] && o.at[0] < p.x + p.w && p.y < o.at[1] + o.at[3] && o.at[1] < p.y + p.h);
  const moveTo = (dx, dy) => { // millimetres, from where it stands
    const m = moving;
    m.dx = dx;
    m.dy = dy;
    let [x, y] = [Math.round(dx / step()) * step(), Math.round(dy / step()) * step()];
    let words = `${nameOf(m.e)}: ${metres(x)} east, ${metres(y)} north of where it was`;
    if (m.e.dataset.rack) {
      const p = placeAt(m.x + dx, m.y + dy);
      const hit = overlaps(p);
      m.place = p;
      [x, y] = [p.x - m.x, p.y - m.y];
      words = `${nameOf(m.e)}: ${p.row ? `row ${p.row}, position ${p.position}` : `${metres(p.x)} east, ${metres(p.y)} north, in no row`}`;
      if (hit.length) words += `, in the place of ${hit[0].name}${hit.length > 1 ? ` and ${hit.length - 1} more` : ""}`;
      m.e.classList.toggle("is-over", hit.length > 0);
    }
    [m.sx, m.sy] = [x, y];
    const um = Number(drawing().dataset.um);
    for (const e of parts(m.e)) {
      e.classList.add("is-moved");
      e.setAttribute("transform", `translate(${x * 1000 / um} ${-y * 1000 / um})`);
    }
    say(words);
  };
  const parts = (e) => (e.dataset.tray ? [...drawing().querySelectorAll("[data-tray]")].filter((o) => o.dataset.tray === e.dataset.tray) : [e]);
  const abandon = () => {
    if (!moving) return;
    if (moving.e.isConnected) {
      for (const e of parts(moving.e)) {
        e.classList.remove("is-moved", "is-over");
        e.removeAttribute("transform");
      }
    }
    box()?.classList.remove("is-moving");
    moving = null;
  };
  const drop = () => { // what it would change; saved only from there
    const m = moving;
    if (!m.sx && !m.sy) {
      abandon();
      return say("It stands where it stood.");
    }
    const frame = box();
    const values = { base: frame.dataset.base, back: frame.dataset.back, do: "preview" };
    let form = "/tray";
    if (m.e.dataset.rack) {
      form = "/rack";
      const p = m.place;
      Object.assign(values, { rack: m.e.dataset.rack, row: p.row, position: p.row ? p.position : "", x: p.x + "mm", y: p.y + "mm", faces: p.faces });
    } else {
      Object.assign(values, { tray: m.e.dataset.tray, dx: m.sx + "mm", dy: m.sy + "mm" });
    }
    here = keyOf(m.e);
    frame.classList.remove("is-moving");
    window.htmx.ajax("POST", document.getElementById("floor").dataset.url + form, { target: "#preview", swap: "innerHTML", values });
  };

  let pointer = null;
  document.addEventListener("pointerdown", (event) => {
    const svg = event.target.closest?.("svg.fl");
    dragged = false;
    if (!svg || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || !window.htmx) return;
    const e = item(event.target) ?? drawing().querySelector(`a[data-tray="${CSS.escape(event.target.closest("[data-tray]")?.dataset.tray ?? "")}"]`);
    pointer = { id: event.pointerId, from: point(event), at: [event.clientX, event.clientY], e, began: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!pointer || pointer.id !== event.pointerId) return;
    if (!pointer.began) {
      if (Math.hypot(event.clientX - pointer.at[0], event.clientY - pointer.at[1]) < 5) return;
      pointer.began = true;
      if (pointer.e && !begin(pointer.e)) return void (pointer = null);
      if (!pointer.e && !zoom) return void (pointer = null);
      dragged = Boolean(pointer.e);
    }
    const to = point(event);
    if (!pointer.e) { // the background: pan
      zoom.x -= to.x - pointer.from.x;
      zoom.y -= to.y - pointer.from.y;
      inside(...whole(drawing()));
      return show();
    }
    const um = Number(drawing().dataset.um);
    moveTo((to.x - pointer.from.x) * um / 1000, -(to.y - pointer.from.y) * um / 1000);
  });
  document.addEventListener("pointerup", (event) => {
    if (!pointer || pointer.id !== event.pointerId) return;
    const was = pointer;
    pointer = null;
    if (was.began && was.e && moving) {
      drop();
      setTimeout(() => { dragged = false; }); // its click comes first
    }
  });
  document.addEventListener("pointercancel", () => {
    if (pointer?.began) abandon();
    pointer = null;
  });

  // keys, while the drawing has the focus
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const next = (from, [wx, wy]) => {
    const a = centreOf(from);
    let best = null;
    let least = Infinity;
    for (const e of items()) {
      if (e === from || ("tray" in e.dataset) !== ("tray" in from.dataset)) continue;
      const b = centreOf(e);
      const along = (b.x - a.x) * wx - (b.y - a.y) * wy;
      const aside = Math.abs((b.x - a.x) * wy) + Math.abs((b.y - a.y) * wx);
      if (along > 1 && along + 2 * aside < least) [best, least] = [e, along + 2 * aside];
    }
    return best;
  };
  const go = (e) => {
    if (!e) return;
    settled(keyOf(e))?.focus();
    reveal(e);
  };
  const stepped = (way) => { // along a row by its pitch
    const row = moving.place?.row ?? moving.e.dataset.row;
    const r = moving.rows.find((x) => x.name === row && (moving.place || x.name));
    const side = r && across(r.faces);
    const by = r && (side ? way[1] : way[0]) ? r.pitch : step();
    moveTo(moving.dx + way[0] * by, moving.dy + way[1] * by);
  };
  document.addEventListener("keydown", (event) => {
    const e = item(document.activeElement);
    if (!e || event.ctrlKey || event.metaKey || event.altKey) return;
    const busy = moving && moving.e === e && box().classList.contains("is-moving");
    const act = {
      Enter: () => busy && (drop(), true),
      Escape: () => moving && (abandon(), document.getElementById("preview").replaceChildren(), say("Left where it stood."), true),
      m: () => (busy ? true : (begin(e) && say(`Moving ${nameOf(e)}: arrow keys move it, Enter shows what that changes, Escape leaves it.`), true)),
      s: () => (go(items().find((o) => ("tray" in o.dataset) !== ("tray" in e.dataset))), true),
      "+": () => (nearer(1.5, centreOf(e)), true),
      "-": () => (nearer(1 / 1.5), true),
      0: () => (fit(), true),
    }[event.key];
    const way = ways[event.key];
    if (way) {
      if (busy) stepped(way);
      else go(next(e, way));
    } else if (!act || !act()) {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.addEventListener("htmx:after:swap", () => {
    const preview = document.querySelector("#floor #preview");
    const title = preview?.querySelector("h2, [role=alert]");
    if (title && !title.dataset.seen) {
      title.dataset.seen = "1";
      title.tabIndex = -1;
      title.focus();
      preview.scrollIntoView({ block: "nearest" });
    }
    if (drawing() && !drawing().dataset.ready) {
      drawing().dataset.ready = "1";
      setup();
    }
  });
  if (drawing()) {
    drawing().dataset.ready = "1";
    setup();
  }
})();
