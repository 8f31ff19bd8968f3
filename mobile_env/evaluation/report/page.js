"use strict";
// The page is whole without this: it only adds the filter, and lights the events of one step at a time.
(() => {
  const form = document.getElementById("filter");
  const episodes = Array.from(document.querySelectorAll(".episode"));
  const field = (name) => form.elements.namedItem(name);
  const said = episodes.map((episode) => {
    const command = episode.querySelector(".command");
    return `${episode.dataset.task} ${command ? command.textContent : ""}`.toLowerCase();
  });
  const shown = () => episodes.filter((episode) => !episode.hidden);
  const label = () => {
    const visible = shown();
    field("fold").textContent = visible.length && visible.every((episode) => episode.open) ? "Close all" : "Open all";
    form.querySelector("output").textContent =
      visible.length === episodes.length ? "" : `${visible.length} of ${episodes.length}`;
  };
  const apply = () => {
    const text = field("text").value.trim().toLowerCase();
    const kind = field("kind").value;
    const outcome = field("outcome").value;
    episodes.forEach((episode, index) => {
      episode.hidden =
        !said[index].includes(text) ||
        (kind !== "" && episode.dataset.kind !== kind) ||
        (outcome !== "" && episode.dataset.outcome !== outcome);
    });
    label();
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  field("fold").addEventListener("click", () => {
    const open = field("fold").textContent === "Open all";
    shown().forEach((episode) => { episode.open = open; });
    label();
  });
  episodes.forEach((episode) => episode.addEventListener("toggle", label));
  form.hidden = false;
  label();
})();
(() => {
  const names = { F: "fired", C: "cached", H: "held", P: "spent", S: "silent", Z: "asleep" };
  document.querySelectorAll(".tree").forEach((tree) => {
    const moments = Array.from(tree.querySelectorAll(".moments > li"));
    const scrub = tree.querySelector(".scrub");
    if (!moments.length) return;
    const range = scrub.querySelector("input");
    const boxes = Array.from(tree.querySelectorAll(".box"));
    const show = (index, scroll) => {
      const moment = moments[index];
      range.value = index;
      boxes.forEach((box) => {
        box.classList.remove(...Object.values(names));
        const name = names[moment.dataset.states[box.dataset.event]];
        if (name) box.classList.add(name);
      });
      moments.forEach((each) => each.classList.toggle("now", each === moment));
      scrub.querySelector("output").textContent = moment.querySelector("b").textContent;
      if (scroll) {
        const list = moment.parentElement;
        list.scrollTop = moment.offsetTop - list.offsetTop - 40;
      }
    };
    const move = (by) => show(Math.max(0, Math.min(moments.length - 1, Number(range.value) + by)), true);
    range.addEventListener("input", () => show(Number(range.value), true));
    const [before, after] = scrub.querySelectorAll("button");
    before.addEventListener("click", () => move(-1));
    after.addEventListener("click", () => move(1));
    moments.forEach((moment, index) => moment.addEventListener("click", () => show(index, false)));
    scrub.hidden = false;
    show(moments.length - 1, false);
  });
})();
