"use strict";
// The page is whole without this: it only adds the filter.
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
