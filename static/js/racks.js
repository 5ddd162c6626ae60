// The page of racks: devices are reached by arrows, selected without loading the
// page anew, and moved by keys or by dragging. All of it can be done with the
// links and forms of the page too.
(() => {
  "use strict";
  const line = () => document.getElementById("racks-line");
  const preview = () => document.getElementById("racks-preview");
  const say = (words) => {
    const region = document.getElementById("announce");
    if (region) region.textContent = words;
  };
  const devices = (root) => [...root.querySelectorAll("a[data-device]")];
  const unit = (text) => Number.parseFloat(text);

  // One tab stop: the device that had the focus last, else the selected one.
  const rove = (to) => {
    const box = line();
    if (!box) return;
    const all = devices(box);
    const stop = to ?? all.find((d) => d.tabIndex === 0 && d.dataset.stop) ?? all.find((d) => d.getAttribute("aria-current")) ?? all[0];
    for (const a of box.querySelectorAll("a")) {
      a.setAttribute("tabindex", a === stop ? "0" : "-1");
      delete a.dataset.stop;
    }
    if (stop) stop.dataset.stop = "1";
    box.parentElement.removeAttribute("tabindex");
  };
  const focus = (device) => {
    rove(device);
    device.focus({ preventScroll: true });
    device.scrollIntoView({ block: "nearest", inline: "nearest" });
  };

  // The faces in the order they stand, each with its devices from the top.
  const faces = () => [...line().querySelectorAll(".el-face")];
  const inFace = (face) => devices(face).sort((a, b) => unit(b.dataset.u ?? "0") - unit(a.dataset.u ?? "0"));
  const step = (from, key) => {
    const face = from.closest(".el-face");
    const column = inFace(face);
    const at = column.indexOf(from);
    if (key === "ArrowUp") return column[at - 1];
    if (key === "ArrowDown") return column[at + 1];
    if (key === "Home") return column[0];
    if (key === "End") return column.at(-1);
    const all = faces();
    const way = key === "ArrowRight" ? 1 : -1;
    for (let i = all.indexOf(face) + way; i >= 0 && i < all.length; i += way) {
      const next = inFace(all[i]);
      const u = unit(from.dataset.u ?? "0");
      if (next.length) return next.reduce((a, b) => (Math.abs(unit(b.dataset.u) - u) < Math.abs(unit(a.dataset.u) - u) ? b : a));
    }
    return undefined;
  };

  // A selection replaces what stands beside the drawing and lies over it.
  const sameRacks = (to) => {
    const box = line();
    if (!box || to.pathname !== location.pathname) return false;
    const now = new URLSearchParams(location.search);
    const q = to.searchParams;
    const row = q.get("row") ?? "";
    if (row !== (box.dataset.row ?? "") || (q.get("face") ?? "") !== (now.get("face") ?? "")) return false;
    return row !== "" || document.getElementById("rack-" + q.get("rack")) !== null;
  };
  const select = async (address) => {
    const to = new URL(address, location.href);
    if (!sameRacks(to) || !window.htmx) {
      location.assign(to);
      return;
    }
    cancel(false);
    await window.htmx.ajax("GET", to.pathname + to.search, { target: "#racks-side", swap: "innerHTML", push: "true" });
    const name = to.searchParams.get("device") ?? "";
    const box = line();
    for (const d of devices(box)) {
      d.classList.remove("is-chosen", "is-peer");
      if (name && d.dataset.device === name) d.setAttribute("aria-current", "true");
      else d.removeAttribute("aria-current");
    }
    box.dataset.back = to.pathname + to.search;
    const side = document.getElementById("racks-side");
    const field = side.querySelector("section.racks-form input:not([type=hidden])");
    if (field) field.focus();
    else if (document.activeElement === document.body) devices(box).find((d) => d.tabIndex === 0)?.focus({ preventScroll: true });
  };

  document.addEventListener("click", (event) => {
    if (dropped) { // the end of a drag is no click
      event.preventDefault();
      event.stopPropagation();
      dropped = false;
      return;
    }
    const link = event.target.closest("a[data-racks-view], #racks-line a[data-device], #racks-line a.el-slot");
    if (link && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && line()) {
      event.preventDefault();
      select(link.getAttribute("href"));
      return;
    }
    if (event.target.closest("[data-cancel]") && preview()?.contains(event.target)) {
      event.preventDefault();
      cancel(true);
    }
  }, true);
  document.addEventListener("focusin", (event) => {
    const device = event.target.closest?.("#racks-line a[data-device]");
    if (device && device.getAttribute("tabindex") !== "0") rove(device);
  });

  // Moving. Units are counted from the bottom; a place is a rack, a unit and the
  // face the front looks out of.
  let moving = null;
  let dropped = false;
  const faceAt = (rack, face) => faces().find((f) => f.dataset.rack === rack && f.dataset.face === face) ?? faces().find((f) => f.dataset.rack === rack);
  const ownFace = (d) => {
    const face = d.closest(".el-face").dataset.face;
    if (d.dataset.behind) return face === "front" ? "rear" : "front";
    return face;
  };
  const begin = (device) => {
    if (!line()?.dataset.action || !device.dataset.u) return false;
    const face = device.closest(".el-face");
    moving = {
      name: device.dataset.device, device, height: unit(device.dataset.height), deep: device.dataset.deep === "1",
      rack: face.dataset.rack, u: unit(device.dataset.u), seen: face.dataset.face, turned: "", shown: "", timer: 0,
    };
    moving.from = { rack: moving.rack, u: moving.u };
    for (const d of devices(line())) if (d.dataset.device === moving.name) d.classList.add("el-moving");
    draw();
    return true;
  };
  const key = () => [moving.rack, moving.u, moving.turned].join(" ");
  const started = () => moving.rack === moving.from.rack && moving.u === moving.from.u && !moving.turned;
  // taken is what is in the way, as far as the drawing tells; the preview knows it all.
  const taken = () => {
    const low = moving.u, high = moving.u + moving.height;
    const me = moving.turned || ownFace(moving.device);
    for (const face of faces().filter((f) => f.dataset.rack === moving.rack)) {
      const wide = face.querySelector(".el-panel").width.baseVal.value;
      for (const d of devices(face)) {
        if (d.dataset.device === moving.name || !d.dataset.u) continue;
        const u = unit(d.dataset.u), top = u + unit(d.dataset.height);
        const half = d.querySelector(".el-box").width.baseVal.value < wide * 0.6;
        if (u < high && low < top && !half && (moving.deep || d.dataset.deep === "1" || ownFace(d) === me)) return d.dataset.device;
      }
    }
    return "";
  };
  const svg = (name, attributes) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    return e;
  };
  const draw = () => {
    document.querySelectorAll(".el-ghost").forEach((g) => g.remove());
    const face = faceAt(moving.rack, moving.seen);
    if (!face) return;
    const panel = face.querySelector(".el-panel");
    const at = (name) => panel[name].baseVal.value;
    const one = at("height") / unit(face.dataset.units);
    const y = at("y") + at("height") - (moving.u - 1 + moving.height) * one;
    const block = taken();
    const g = svg("g", { class: block ? "el-ghost is-taken" : "el-ghost", "data-testid": "ghost" });
    g.append(svg("rect", { x: at("x"), y, width: at("width"), height: moving.height * one }));
    const text = svg("text", { x: at("x") + at("width") / 2, y: y + (moving.height * one) / 2 + 4, "font-size": 11, "text-anchor": "middle" });
    text.textContent = block ? `U${moving.u}: taken by ${block}` : `${moving.name} to U${moving.u}`;
    g.append(text);
    face.append(g);
    const turned = moving.turned ? `, front to the ${moving.turned}` : "";
    say(`${moving.name} at U${moving.u} of ${moving.rack}${turned}: ${block ? "taken by " + block : "free"}`);
    window.clearTimeout(moving.timer);
    moving.timer = window.setTimeout(() => ask(false), 350);
  };
  // ask shows what the move would change; then lets it be confirmed.
  const ask = async (confirm) => {
    if (!moving) return;
    window.clearTimeout(moving.timer);
    if (started()) {
      preview()?.replaceChildren();
      moving.shown = "";
      return;
    }
    const wanted = key();
    if (moving.shown !== wanted) {
      const box = line();
      const values = { base: box.dataset.base, back: box.dataset.back, device: moving.name, rack: moving.rack, u: String(moving.u), do: "preview" };
      if (moving.turned) values.face = moving.turned;
      await window.htmx.ajax("POST", box.dataset.action, { target: "#racks-preview", swap: "innerHTML", values });
      if (!moving || key() !== wanted) return;
      moving.shown = wanted;
      if (!confirm) moving.device.focus({ preventScroll: true }); // the next arrow goes on moving
    }
    if (confirm) {
      const save = preview()?.querySelector("button[value=save]") ?? preview()?.querySelector("[data-cancel], a, button");
      save?.focus();
      save?.scrollIntoView({ block: "nearest" });
    }
  };
  const cancel = (back) => {
    document.querySelectorAll(".el-ghost").forEach((g) => g.remove());
    document.querySelectorAll(".el-moving").forEach((d) => d.classList.remove("el-moving"));
    preview()?.replaceChildren();
    line()?.classList.remove("is-dragging");
    if (moving) {
      window.clearTimeout(moving.timer);
      if (back) {
        focus(moving.device);
        say(`${moving.name} stays at U${moving.from.u} of ${moving.from.rack}`);
      }
    }
    moving = null;
  };
  const clamp = (u, rack) => {
    const most = unit(faceAt(rack, moving.seen).dataset.units) - moving.height + 1;
    return Math.min(Math.max(u, 1), Math.max(most, 1));
  };
  const beside = (way) => {
    const racks = [...new Set(faces().map((f) => f.dataset.rack))];
    const next = racks[racks.indexOf(moving.rack) + way];
    if (!next) return;
    moving.rack = next;
    moving.u = clamp(moving.u, next);
    faceAt(next, moving.seen).scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const moveBy = (event) => {
    const by = event.shiftKey ? 1 : Math.max(moving.height, 0.5);
    switch (event.key) {
      case "ArrowUp": moving.u = clamp(moving.u + by, moving.rack); break;
      case "ArrowDown": moving.u = clamp(moving.u - by, moving.rack); break;
      case "ArrowRight": beside(1); break;
      case "ArrowLeft": beside(-1); break;
      case "f": moving.turned = moving.turned ? "" : ownFace(moving.device) === "front" ? "rear" : "front"; break;
      default: return false;
    }
    draw();
    return true;
  };

  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || !line()) return;
    if (moving && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      cancel(true);
      return;
    }
    const device = event.target.closest?.("#racks-line a[data-device]");
    if (!device) return;
    let done = true;
    if (moving && event.key === "Enter") {
      if (moving.shown === key() && !started()) preview().querySelector("button[value=save]")?.click();
      else if (started()) cancel(true);
      else ask(true);
    } else if (moving) {
      done = moveBy(event) || event.key.startsWith("Arrow");
    } else if (event.key === "m") {
      done = begin(device);
    } else if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") {
      const next = step(device, event.key);
      if (next) focus(next);
    } else {
      done = false;
    }
    if (done) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, true);

  // Dragging with a mouse or a pen; a finger scrolls and has the form.
  let held = null;
  document.addEventListener("pointerdown", (event) => {
    dropped = false;
    const device = event.target.closest?.("#racks-line a[data-device]");
    if (!device || event.button !== 0 || event.pointerType === "touch" || !device.dataset.u) return;
    held = { device, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("#racks-line")) event.preventDefault();
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.on) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < 5) return;
      cancel(false);
      if (!begin(held.device)) {
        held = null;
        return;
      }
      held.on = true;
      held.grab = held.y - held.device.querySelector(".el-box").getBoundingClientRect().top;
      line().classList.add("is-dragging");
    }
    event.preventDefault();
    const region = line().parentElement, edge = region.getBoundingClientRect();
    if (event.clientX > edge.right - 30) region.scrollLeft += 20;
    if (event.clientX < edge.left + 30) region.scrollLeft -= 20;
    const face = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".el-face[data-rack]");
    if (!face) return;
    const panel = face.querySelector(".el-panel").getBoundingClientRect();
    const units = unit(face.dataset.units);
    const top = (event.clientY - held.grab - panel.top) / (panel.height / units);
    const before = key();
    moving.rack = face.dataset.rack;
    moving.seen = face.dataset.face;
    if (!moving.deep) moving.turned = face.dataset.face === ownFace(moving.device) ? "" : face.dataset.face;
    moving.u = clamp(Math.round(units - top - moving.height + 1), moving.rack);
    if (key() !== before) draw();
  });
  document.addEventListener("pointerup", () => {
    if (held?.on) {
      dropped = true;
      window.setTimeout(() => { dropped = false; }, 0); // where no click follows
      line().classList.remove("is-dragging");
      if (started()) cancel(false);
      else ask(true);
    }
    held = null;
  });
  document.addEventListener("pointercancel", () => {
    if (held?.on) cancel(false);
    held = null;
  });

  document.addEventListener("htmx:after:swap", () => rove());
  document.documentElement.classList.add("scripted");
  rove();
})();
