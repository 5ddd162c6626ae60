// The table of links: all rows of a page ticked at once, how many are, and the
// preview of a change brought into view.
(() => {
  "use strict";

  const boxes = () => [...document.querySelectorAll('.links-table input[name="link"]')];

  // settle says how many rows are ticked, and shows the box that ticks them all.
  const settle = () => {
    const all = document.querySelector(".tick-all");
    if (!all) return;
    const rows = boxes();
    const ticked = rows.filter((box) => box.checked).length;
    all.hidden = rows.length === 0;
    all.checked = ticked > 0 && ticked === rows.length;
    all.indeterminate = ticked > 0 && ticked < rows.length;
    const count = document.querySelector(".ticked-count");
    if (count) count.textContent = ticked === 0 ? "" : `(${ticked})`;
  };

  let last = null; // the row ticked last: with Shift all between are
  document.addEventListener("click", (event) => {
    if (!event.target.matches?.('.links-table input[name="link"]')) return;
    const rows = boxes();
    if (event.shiftKey && last && rows.includes(last)) {
      const [from, to] = [rows.indexOf(last), rows.indexOf(event.target)].sort((a, b) => a - b);
      for (const box of rows.slice(from, to + 1)) box.checked = event.target.checked;
    }
    last = event.target;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches(".tick-all")) {
      for (const box of boxes()) box.checked = event.target.checked;
    }
    if (event.target.matches('.tick-all, .links-table input[name="link"]')) {
      if (boxes().some((box) => box.checked)) {
        const which = document.getElementById("which-ticked");
        if (which) which.checked = true;
      }
      settle();
    }
  });
  // A box in the head of a column belongs to the filter's form but stands outside
  // it, so the form does not hear it change.
  document.addEventListener("change", (event) => {
    const box = event.target.closest?.('.boxes [form="filter"]');
    if (box) box.form?.requestSubmit();
  });
  document.addEventListener("htmx:after:swap", () => {
    settle();
    const title = document.querySelector("#preview #edit-title");
    if (title && !title.dataset.seen) {
      title.dataset.seen = "1";
      title.focus();
    }
  });
  document.addEventListener("DOMContentLoaded", settle);
  settle();
})();
