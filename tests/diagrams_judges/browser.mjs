// The browser's side of the judges: one headless Chromium for a whole batch.
//
// Reads {"mermaid": [{"name", "text"}], "svg": [{"name", "path"}]} on standard input and writes
// {"mermaid": [{"name", "error", "states", "edges", ...}], "svg": [{"name", "error", "texts", "findings"}]}:
// see mermaid_elements.mjs and svg_boxes.mjs.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { launched } from "./chromium.mjs";
import { measure } from "./svg_boxes.mjs";
import { draw } from "./mermaid_elements.mjs";

/** The results of `work` for each item, in order, in two pages side by side. */
async function all(items, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
    while (next < items.length) {
      const place = next++;
      results[place] = await work(page, items[place]);
    }
    await page.close();
  };
  await Promise.all([worker(), worker()]);
  return results;
}

const jobs = JSON.parse(readFileSync(0, "utf8"));
const browser = await launched();
const found = { browser: browser.version(), mermaid: [], svg: [] };
try {
  const mermaidJs = createRequire(import.meta.url).resolve("mermaid/dist/mermaid.min.js");
  const drawOne = async (page, { name, text }) => {
    if (!(await page.evaluate("Boolean(globalThis.mermaid)"))) {
      await page.setContent("<!doctype html><meta charset='utf-8'><body></body>");
      await page.addScriptTag({ path: mermaidJs });
    }
    return { name, ...(await page.evaluate(draw, { text, maxTextSize: 50000 })) };
  };
  const measureOne = async (page, { name, path }) => {
    await page.goto(pathToFileURL(path).href);
    return { name, ...(await page.evaluate(measure, { tolerance: 1 })) };
  };
  found.mermaid = await all(jobs.mermaid ?? [], drawOne);
  found.svg = await all(jobs.svg ?? [], measureOne);
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(found));
