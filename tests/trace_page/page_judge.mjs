// The browser's side of the tests of trace pages: opens pages and charts in one headless Chromium, uses them as a reader
// would, and tells what it saw. Reads {"pages": [path], "charts": [path], "widths": {...}} on standard input.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { launched } from "../diagrams_judges/chromium.mjs";

const jobs = JSON.parse(readFileSync(0, "utf8"));
const browser = await launched();

// Texts of a chart that overlap one another or leave the picture, by the browser's own boxes.
function chartFindings(selector) {
  const found = [];
  for (const svg of document.querySelectorAll(selector)) {
    const frame = svg.getBoundingClientRect();
    const scale = frame.width / svg.viewBox.baseVal.width;
    const texts = Array.from(svg.querySelectorAll("text"), (element) => {
      const box = element.getBoundingClientRect();
      // A box is as high as the font; letters stand in the middle of it.
      const spare = box.height * 0.14;
      return { text: element.textContent, left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare };
    });
    const slack = 1 * scale;
    texts.forEach((a, place) => {
      const out = a.left < frame.left || a.right > frame.right || a.top < frame.top || a.bottom > frame.bottom;
      if (out) found.push(`out: ${a.text}`);
      for (const b of texts.slice(place + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > slack && down > slack) found.push(`overlap: ${a.text} / ${b.text}`);
      }
    });
  }
  return found;
}

function watched(page) {
  const seen = { requests: [], dialogs: 0, errors: [] };
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("dialog", (dialog) => {
    seen.dialogs += 1;
    dialog.dismiss();
  });
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && seen.errors.push(message.text()));
  return seen;
}

function situation() {
  const current = document.querySelector('[aria-current="step"]');
  return {
    hash: location.hash,
    current: current ? Number(current.getAttribute("href").slice(6)) : null,
    live: document.getElementById("live").textContent,
    panel: document.getElementById("panel").textContent.trim().length,
    lit: document.querySelectorAll(".machine .active").length,
    shown: Array.from(document.querySelectorAll(".machine"), (one) => one.hidden).filter((hidden) => !hidden).length,
    on: document.querySelectorAll(".bf-on").length,
    disabled: Array.from(document.querySelectorAll("[data-go]:disabled"), (one) => one.dataset.go),
    focus: document.activeElement?.dataset?.go ?? document.activeElement?.tagName,
  };
}

async function read(path) {
  const url = pathToFileURL(path).href;
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
  const page = await context.newPage();
  const seen = watched(page);
  await page.goto(url);
  await page.evaluate(() => document.fonts.ready);
  const told = { path, steps: [] };
  const look = async (name) => told.steps.push({ name, ...(await page.evaluate(situation)) });
  await look("open");
  await page.keyboard.press("ArrowRight");
  await look("right");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await look("right, left");
  await page.keyboard.press("End");
  await look("end");
  await page.keyboard.press("ArrowRight");
  await look("beyond the end");
  await page.keyboard.press("Home");
  await look("home");
  await page.keyboard.press("ArrowLeft");
  await look("before the start");
  await page.click('[data-go="on"]');
  await look("button");
  await page.click('.steps a[href="#step-2"]');
  await look("click in the list");
  await page.locator('#sequence a[href="#step-1"]').dispatchEvent("click");
  await look("click in the chart");
  await page.locator('.steps a[href="#step-3"]').focus();
  await page.keyboard.press("Enter");
  await look("enter");
  await page.reload();
  await look("reload");
  await page.goto(`${url}#step-99999`);
  await look("far hash");
  told.overlaps = await page.evaluate(chartFindings, ".bf-chart");
  told.overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  told.elements = await page.evaluate(() => ({
    scripts: document.scripts.length,
    images: document.querySelectorAll("img, iframe, object, embed, link, base, form").length,
    handlers: Array.from(document.querySelectorAll("*")).filter((one) =>
      Array.from(one.attributes).some((attribute) => attribute.name.startsWith("on")),
    ).length,
    landmarks: Array.from(document.querySelectorAll("header, nav, main, footer"), (one) => one.tagName).sort(),
    unnamed: Array.from(document.querySelectorAll("button, a[href]")).filter(
      (one) => !(one.textContent.trim() || one.getAttribute("aria-label")) && one.getAttribute("tabindex") !== "-1",
    ).length,
  }));
  await page.setViewportSize({ width: 390, height: 800 });
  told.narrow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  Object.assign(told, seen, { url });
  await context.close();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const still = await plain.newPage();
  const quiet = watched(still);
  await still.goto(url);
  const details = still.locator(".step .detail");
  told.plain = { details: await details.count(), visible: 0, requests: quiet.requests.length };
  for (let place = 0; place < told.plain.details; place += 1) told.plain.visible += await details.nth(place).isVisible();
  told.plain.bar = await still.locator("#bar").isVisible();
  await plain.close();
  return told;
}

const result = { pages: [], charts: [], widths: [] };
try {
  for (const path of jobs.pages ?? []) result.pages.push(await read(path));
  for (const path of jobs.charts ?? []) {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
    const seen = watched(page);
    await page.goto(pathToFileURL(path).href);
    await page.evaluate(() => document.fonts.ready);
    const overlaps = await page.evaluate(chartFindings, "svg");
    const fonts = await page.evaluate(() => Array.from(document.fonts, (face) => `${face.weight} ${face.status}`));
    result.charts.push({ path, overlaps, fonts, ...seen });
    await page.close();
  }
  if (jobs.widths) {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(jobs.pages[0]).href);
    result.widths = await page.evaluate(async (letters) => {
      const pen = document.createElement("canvas").getContext("2d");
      const found = {};
      for (const [weight, all] of Object.entries(letters)) {
        const font = `${weight === "bold" ? 700 : 400} 1000px Roboto`;
        await document.fonts.load(font, "Яy");
        pen.font = font;
        found[weight] = Array.from(all, (letter) => pen.measureText(letter).width);
      }
      return found;
    }, jobs.widths);
  }
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(result));
