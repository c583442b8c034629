"use strict";
(function () {
  const data = JSON.parse(document.getElementById("trace-data").textContent);
  const steps = Array.from(document.querySelectorAll(".step"));
  const byId = (name) => document.getElementById(name);
  const panel = byId("panel");
  const list = document.querySelector(".steps");
  const buttons = Array.from(document.querySelectorAll("[data-go]"));
  const tabs = Array.from(document.querySelectorAll("[data-view]"));
  const last = steps.length - 1;
  let current = -1;
  let pinned = "";

  document.documentElement.classList.add("script");
  // The script shows the step; the browser need not scroll to it.
  for (const step of steps) step.removeAttribute("id");
  for (const hidden of [byId("bar"), panel, document.querySelector(".tabs")]) hidden.hidden = false;

  function numberOf(hash) {
    const found = /^#step-(\d+)$/.exec(hash);
    return found ? Math.min(Number(found[1]), last) : -1;
  }

  function light(step) {
    for (const [light, ids] of Object.entries(step.lit)) {
      for (const element of document.querySelectorAll(".machine ." + light)) element.classList.remove(light);
      for (const id of ids) byId(id)?.classList.add(light);
    }
    for (const element of document.querySelectorAll(".bf-on")) element.classList.remove("bf-on");
    for (const element of document.querySelectorAll(".bf-step-" + current)) element.classList.add("bf-on");
  }

  function choose() {
    const view = pinned || data.steps[current].view;
    for (const figure of document.querySelectorAll(".machine")) figure.hidden = figure.id !== "view-" + view;
    for (const tab of tabs) {
      tab.setAttribute("aria-pressed", String(tab.dataset.view === pinned));
      tab.classList.toggle("shown", tab.dataset.view === view);
    }
  }

  // Only the list is scrolled, never the page: whoever looks at a chart below stays there.
  function reveal(item) {
    const top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top - 8;
    const over = top + item.offsetHeight - list.clientHeight;
    if (over > list.scrollTop) list.scrollTop = over + 8;
  }

  function go(number) {
    number = Math.max(0, Math.min(number, last));
    if (number === current) return;
    if (current >= 0) {
      steps[current].classList.remove("current");
      steps[current].querySelector("h3 a").removeAttribute("aria-current");
    }
    current = number;
    const item = steps[number];
    const heading = item.querySelector(".said").textContent;
    const open = Array.from(panel.querySelectorAll("details[open]"), (one) => one.className);
    item.classList.add("current");
    item.querySelector("h3 a").setAttribute("aria-current", "step");
    panel.replaceChildren(...Array.from(item.querySelector(".detail").childNodes, (node) => node.cloneNode(true)));
    for (const one of panel.querySelectorAll("details")) one.open = open.includes(one.className);
    byId("count").textContent = data.count.replace("{n}", number).replace("{all}", last);
    byId("heading").textContent = heading;
    byId("live").textContent = byId("count").textContent + " " + heading + ". " + data.steps[number].live;
    for (const button of buttons) {
      button.disabled = number === (["first", "back"].includes(button.dataset.go) ? 0 : last);
    }
    light(data.steps[number]);
    choose();
    reveal(item);
    if (location.hash !== "#step-" + number) history.replaceState(null, "", "#step-" + number);
  }

  const moves = { first: () => 0, back: () => current - 1, on: () => current + 1, last: () => last };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, [contenteditable]") || !(event.key in keys)) return;
    event.preventDefault();
    go(moves[keys[event.key]]());
  });
  for (const button of buttons) button.addEventListener("click", () => go(moves[button.dataset.go]()));
  for (const tab of tabs) {
    tab.addEventListener("click", () => {
      pinned = tab.dataset.view;
      choose();
    });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#step-"]');
    const number = link ? numberOf(link.getAttribute("href")) : -1;
    if (number < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(number);
  });
  window.addEventListener("hashchange", () => {
    const number = numberOf(location.hash);
    if (number >= 0) go(number);
  });

  const linked = numberOf(location.hash);
  go(Math.max(0, linked));
  if (linked >= 0) window.addEventListener("load", () => byId("steps").scrollIntoView());
})();
