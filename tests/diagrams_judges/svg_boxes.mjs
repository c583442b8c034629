// Runs in the page of one SVG: are its texts where they should be, by the browser's own boxes?
//
// A text belongs to the nearest state, transition or composite around it (g.node, g.edge, g.cluster), else to the page.
// Findings, each with two places [left, top, right, bottom] in pixels of the picture:
//   text-text   two texts overlap
//   out-of-box  a text leaves the shape it belongs to
//   on-box      a text overlaps a shape it does not belong to, or crosses the border of a composite
//   out-of-page a text leaves the picture
//   no-font     a text is set in a font that the SVG does not bring, so it looks different on each machine
//
// A text's box is as wide as the browser sets it and as high as its type size.
export async function measure({ tolerance }) {
  await document.fonts.ready;
  const root = document.documentElement;
  if (root.tagName !== "svg") return { error: `not an SVG document but ${root.tagName}` };
  if (document.querySelector("parsererror")) return { error: "not well-formed" };
  const toPage = root.getScreenCTM().inverse();
  const typeOf = (element) => {
    // The box of a text holds the font's own leading; cut it to the size of its type, most of it above the letters.
    const { x, y, width, height } = element.getBBox();
    const size = parseFloat(getComputedStyle(element).fontSize);
    return { x, y: y + 0.8 * (height - size), width, height: size };
  };
  const boxOf = (element) => {
    // Of the element's own box the corners, wherever transforms have put them.
    const { x, y, width, height } = element.tagName === "text" ? typeOf(element) : element.getBBox();
    const matrix = toPage.multiply(element.getScreenCTM());
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([left, top]) =>
      new DOMPoint(left, top).matrixTransform(matrix),
    );
    const [xs, ys] = [corners.map((p) => p.x), corners.map((p) => p.y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
  const union = (boxes) =>
    boxes.reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]);
  const overlap = (a, b) =>
    Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > tolerance && Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > tolerance;
  const inside = (a, b) =>
    a[0] >= b[0] - tolerance && a[1] >= b[1] - tolerance && a[2] <= b[2] + tolerance && a[3] <= b[3] + tolerance;
  const seen = (element) => {
    const { display, visibility, opacity } = getComputedStyle(element);
    return display !== "none" && visibility === "visible" && opacity !== "0" && element.getClientRects().length > 0;
  };
  const drawn = (shape) => {
    const { fill, stroke, fillOpacity, strokeOpacity } = getComputedStyle(shape);
    const none = (paint, opacity) => paint === "none" || paint === "rgba(0, 0, 0, 0)" || opacity === "0";
    return seen(shape) && !(none(fill, fillOpacity) && none(stroke, strokeOpacity));
  };
  const owners = "g.node, g.edge, g.cluster";
  const shapes = "path, polygon, ellipse, circle, rect";

  const boxes = [];
  for (const group of root.querySelectorAll("g.node, g.cluster")) {
    const own = [...group.querySelectorAll(shapes)].filter((shape) => shape.closest(owners) === group && drawn(shape));
    if (own.length && group.id !== "page")
      boxes.push({ id: group.id, group, cluster: group.classList.contains("cluster"), box: union(own.map(boxOf)) });
  }
  const boxOfGroup = new Map(boxes.map((item) => [item.group, item]));
  const texts = [];
  const round = (box) => box.map((side) => Math.round(side * 10) / 10);
  const faces = [...document.fonts].map((face) => `${face.family.replace(/["']/g, "")} ${face.weight} ${face.status}`);
  const weight = { normal: "400", bold: "700" };
  const brought = new Set();
  for (const face of document.fonts)
    if (face.status === "loaded") {
      const [low, high] = face.weight.split(" ").map((part) => Number(weight[part] ?? part));
      for (let step = low; step <= (high ?? low); step += 100) brought.add(`${face.family.replace(/["']/g, "")} ${step}`);
    }
  const missing = new Map();
  for (const element of root.querySelectorAll("text")) {
    if (!element.textContent.trim() || !seen(element)) continue;
    const owner = element.closest(owners);
    const { fontFamily, fontWeight } = getComputedStyle(element);
    const family = fontFamily.split(",")[0].replace(/["']/g, "").trim();
    const font = `${family} ${fontWeight}`;
    if (!brought.has(font) && !missing.has(font))
      missing.set(font, { kind: "no-font", id: owner?.id ?? "page", text: element.textContent, box: round(boxOf(element)), other: font });
    texts.push({ text: element.textContent, owner, id: owner?.id ?? "page", box: boxOf(element) });
  }
  const findings = [...missing.values()];
  const report = (kind, a, b) =>
    findings.push({ kind, id: a.id, text: a.text, box: round(a.box), other: b.text ?? b.id, otherBox: round(b.box) });

  const view = root.viewBox.baseVal;
  const scale = root.viewBox.baseVal.width ? 1 : 0;
  const size = root.getBoundingClientRect();
  const page = scale
    ? { id: "page", box: [view.x, view.y, view.x + view.width, view.y + view.height] }
    : { id: "page", box: [0, 0, size.width, size.height] };
  texts.sort((a, b) => a.box[0] - b.box[0]);
  texts.forEach((a, place) => {
    for (let next = place + 1; next < texts.length && texts[next].box[0] < a.box[2]; next += 1)
      if (overlap(a.box, texts[next].box)) report("text-text", a, texts[next]);
    if (!inside(a.box, page.box)) report("out-of-page", a, page);
    for (const item of boxes) {
      if (item.group === a.owner) {
        if (!inside(a.box, item.box)) report("out-of-box", a, item);
      } else if (overlap(a.box, item.box) && !(item.cluster && inside(a.box, item.box))) report("on-box", a, item);
    }
  });
  return { error: null, texts: texts.length, boxes: boxes.length, faces, findings };
}
