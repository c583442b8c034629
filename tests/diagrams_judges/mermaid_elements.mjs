// Runs in the page: draws one diagram with mermaid as a code host does and lists what is in the picture.
//
// Returns {error} or {error: null, states: [{id, text, shape, box}], starts: [id], edges: [{number, label, length, from,
// to}], foreign: [tag]}: coordinates in pixels of the page, boxes as [left, top, right, bottom]; `foreign` lists
// elements that only a label taken for markup could have made, and a script that ran.
export async function draw({ text, maxTextSize }) {
  const id = `judge${(globalThis.drawn = (globalThis.drawn ?? 0) + 1)}`;
  globalThis.pwned = false;
  mermaid.initialize({ startOnLoad: false, securityLevel: "strict", maxTextSize, suppressErrorRendering: true });
  const holder = document.createElement("div");
  document.body.append(holder);
  try {
    const { svg } = await mermaid.render(id, text);
    holder.innerHTML = svg;
  } catch (error) {
    holder.remove();
    document.getElementById(`d${id}`)?.remove();
    return { error: String(error?.message ?? error) };
  }
  const root = holder.querySelector("svg");
  root.style.maxWidth = "none";
  const [, , width, height] = root.getAttribute("viewBox").split(" ");
  root.setAttribute("width", width);
  root.setAttribute("height", height);
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom].map((side) => Math.round(side * 10) / 10);
  };
  const words = (element) => {
    const lines = [...(element?.querySelectorAll("p, text") ?? [])].map((part) => part.innerHTML.split(/<br ?\/?>/));
    const plain = document.createElement("textarea");
    return lines.flat().map((line) => ((plain.innerHTML = line), plain.value.trim())).join("\n");
  };
  const named = new RegExp(`^${id}-state-(.*)-\\d+$`);
  const states = [];
  const starts = [];
  for (const group of root.querySelectorAll("g.node, g.statediagram-cluster")) {
    const name = named.exec(group.id)?.[1];
    if (name === undefined) continue;
    const shape = group.querySelector(":scope > path, :scope > rect, :scope > polygon, :scope > circle, :scope > g");
    if (name.includes("----note")) states.push({ id: name, text: words(group), shape: "note", box: box(group) });
    else if (/_start$/.test(name)) starts.push(name);
    else {
      const cluster = group.classList.contains("statediagram-cluster");
      const label = words(group.querySelector(cluster ? ":scope > .cluster-label" : ":scope > .label"));
      states.push({ id: name, text: label, shape: cluster ? "cluster" : shape?.tagName ?? "", box: box(group) });
    }
  }
  const labels = new Map();
  for (const label of root.querySelectorAll("g.edgeLabels g.label[data-id]")) {
    const text = words(label);
    if (text) labels.set(Number(/^edge(\d+)/.exec(label.dataset.id)?.[1]), text);
  }
  const edges = new Map();
  for (const path of root.querySelectorAll("path.transition:not(.note-edge)")) {
    // mermaid draws a loop in up to three pieces: edgeN-cyclic-special-1 …
    const number = Number(/^edge(\d+)/.exec(path.dataset.id ?? path.id.slice(id.length + 1))[1]);
    const length = path.getTotalLength();
    const at = (place) => {
      const point = path.getPointAtLength(place).matrixTransform(path.getScreenCTM());
      return [point.x, point.y].map((side) => Math.round(side * 10) / 10);
    };
    const piece = { number, label: labels.get(number) ?? "", length, from: at(0), to: at(length) };
    const known = edges.get(number);
    edges.set(number, known ? { ...known, to: piece.to, length: known.length + length } : piece);
  }
  const allowed = /^(svg|g|path|rect|polygon|circle|ellipse|line|text|tspan|style|defs|marker|foreignObject|div|span|p|br|title|desc|filter|feDropShadow|linearGradient|stop)$/i;
  const foreign = [...root.querySelectorAll("*")].map((element) => element.tagName).filter((tag) => !allowed.test(tag));
  const pictured = box(root);
  holder.remove();
  return {
    error: null,
    states,
    starts,
    edges: [...edges.values()].sort((a, b) => a.number - b.number),
    foreign: [...new Set(foreign), ...(globalThis.pwned ? ["script that ran"] : [])],
    size: [pictured[2] - pictured[0], pictured[3] - pictured[1]],
  };
}
