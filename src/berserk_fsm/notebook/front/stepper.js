// The stepper's front end. It knows no rules and no words: it shows the regions that Python renders, and says what was
// asked for (messages.py). Regions are patched, not replaced, so that focus, scrolling and what was typed stay.

const REGION = "[data-region]";
const OPENER = ":is(.bf-cites, svg) > [data-about]"; // a clause or a state of the machine, not a button by itself
const ARROWS = { ArrowLeft: "back", ArrowRight: "forward" };

function morph(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.nodeType !== fresh.nodeType) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !(old.nodeName === "DETAILS" && name === "open")) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  after.forEach((child, place) => (place < before.length ? morph(before[place], child) : old.append(child)));
  before.slice(after.length).forEach((child) => child.remove());
  settle(old);
}

// What a person has changed in a control is a property, not an attribute: set it to what Python says now.
function settle(old) {
  if (old.matches("input[type=range]") && !old.classList.contains("bfs-held")) old.value = old.getAttribute("value");
  if (old.matches("input[type=checkbox]")) old.checked = old.hasAttribute("checked");
  if (old.matches("select")) old.value = old.querySelector("option[selected]")?.value ?? "";
  if (old.matches("textarea[readonly]")) old.value = old.textContent;
}

function show(root, view, shown) {
  for (const region of root.querySelectorAll(REGION)) {
    const html = view.regions[region.dataset.region] ?? "";
    if (shown[region.dataset.region] === html) continue;
    shown[region.dataset.region] = html;
    const fresh = region.cloneNode(false);
    fresh.innerHTML = html;
    open(fresh);
    morph(region, fresh);
  }
  const machine = root.querySelector('[data-region="machine"]');
  const picture = machine.querySelector("svg")?.viewBox.baseVal;
  root.classList.toggle("bfs-wide", Boolean(picture) && picture.width > picture.height);
  bringLitIntoPlace(root);
  root.lang = view.lang;
}

// Where the picture is wider than its place, what is lit is brought into it.
function bringLitIntoPlace(root) {
  const [lit, place] = ["svg .node.active", ".bf-picture"].map((one) => root.querySelector(`[data-region="machine"] ${one}`));
  if (!lit || !place || place.scrollWidth <= place.clientWidth) return;
  const [at, frame] = [lit.getBoundingClientRect(), place.getBoundingClientRect()];
  place.scrollLeft += at.left + at.width / 2 - frame.left - frame.width / 2;
}

// What the display package renders is not made for clicking: make its clauses and states buttons, for the keyboard too.
// All states, not only the lit ones: what a mouse opens a key must open, and focus may not go out with the light.
function open(region) {
  for (const clause of region.querySelectorAll(".bf-cites > span")) clause.dataset.about = clause.textContent;
  for (const state of region.querySelectorAll("svg [data-state]")) state.dataset.about = `state:${state.dataset.state}`;
  for (const opener of region.querySelectorAll(OPENER)) {
    opener.setAttribute("tabindex", "0");
    opener.setAttribute("role", "button");
  }
  region.querySelector("svg .node.active")?.setAttribute("aria-current", "true");
  region.querySelector("svg[role=img]")?.setAttribute("role", "group"); // nothing in an image can be reached
}

function asked({ dataset }) {
  const { do: what, name, player, about, number } = dataset;
  return {
    do: what,
    ...(name !== undefined && { name }),
    ...(player !== undefined && { player }),
    ...(about !== undefined && { about }),
    ...(number !== undefined && { number: Number(number) }),
  };
}

function save(text, file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Servers hold back the answer until the browser has acknowledged "busy", and browsers put that off (Nagle's algorithm
// and delayed acknowledgements): 40 ms of waiting. A message that asks for nothing takes the acknowledgement along.
function send(model, message) {
  let answered = false;
  const status = ({ content }) => {
    if (answered || content.execution_state !== "busy") return;
    answered = true;
    model.send({});
  };
  model.send(message, { iopub: { status } });
}

function render({ model, el }) {
  const shown = {};
  const root = document.createElement("div");
  root.className = "bfs";
  root.innerHTML = model.get("frame");
  el.append(root);
  let [asking, opener] = [false, null]; // a page was asked for here, from where
  let opening = false; // a text was given here
  const update = () => {
    show(root, model.get("view"), shown);
    const page = root.querySelector(".bfs-page");
    if (asking && page) {
      page.focus({ preventScroll: true });
      page.scrollIntoView({ block: "nearest" });
    } else if (opener && !page) {
      opener.focus();
      opener = null;
    }
    // What was opened begins at the top, which may be far above the text; focus stays with the text.
    if (opening && !root.querySelector(".bfs-told .bfs-bad")) root.querySelector(".bfs-bar").scrollIntoView({ block: "nearest" });
    asking = opening = false;
  };
  const area = (name) => root.querySelector(`[data-area="${name}"]`);
  const ask = (message, from) => {
    asking = message.do === "explain";
    if (asking) opener ??= from;
    send(model, message);
  };
  const explain = (from) => ask({ do: "explain", about: from.dataset.about }, from);
  const load = (text, where) => {
    opening = true;
    send(model, { do: "load", text, where });
  };

  const locally = {
    download: (button) => area("saved").value && save(area("saved").value, button.dataset.file),
    load: () => load(area("given").value, ""),
  };
  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-do], button[data-local]");
    if (button?.dataset.local) locally[button.dataset.local](button);
    else if (button) ask(asked(button), button);
    else if (target.closest(OPENER)) explain(target.closest(OPENER));
  });
  root.addEventListener("input", ({ target }) => {
    if (target.matches("input[type=range]")) send(model, { do: "go", number: Number(target.value) });
  });
  root.addEventListener("change", async ({ target }) => {
    if (target.matches("select[data-do]")) send(model, { do: target.dataset.do, number: Number(target.value) });
    if (target.matches("input[type=checkbox]")) send(model, { do: target.dataset.do, on: target.checked });
    if (target.matches("input[type=file]") && target.files.length) {
      const [file] = target.files;
      target.value = "";
      load(await file.text(), file.name);
    }
  });
  // While the thumb is held, answers to where it was a moment ago must not pull it back.
  root.addEventListener("pointerdown", ({ target }) => target.matches("input[type=range]") && target.classList.add("bfs-held"));
  const release = () => root.querySelector(".bfs-held")?.classList.remove("bfs-held");
  document.addEventListener("pointerup", release);
  // Before anybody else sees it: notebooks take Enter and the arrows for themselves. What a key does by itself (press a
  // button, move the slider, type) it still does.
  const pressed = (event) => {
    const [target] = event.composedPath();
    if (!event.composedPath().includes(root) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.stopPropagation();
    if (target.matches("input:not([type=checkbox]), select, textarea")) return;
    if (["Enter", " "].includes(event.key) && target.matches(OPENER)) explain(target);
    else if (event.key === "Escape") send(model, { do: "close" });
    else if (event.key in ARROWS) send(model, { do: ARROWS[event.key] });
    else return;
    event.preventDefault();
  };
  window.addEventListener("keydown", pressed, true);

  model.on("change:view", update);
  update();
  // At first nothing has a size yet, and later it may get another.
  const resized = new ResizeObserver(() => bringLitIntoPlace(root));
  resized.observe(root.querySelector('[data-region="machine"]'));
  return () => {
    resized.disconnect();
    model.off("change:view", update);
    document.removeEventListener("pointerup", release);
    window.removeEventListener("keydown", pressed, true);
  };
}

export default { render };
