// The browser's side of the tests of pages: opens each in one headless Chromium and tells what it saw.
// Reads {"pages": [path]} on standard input.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { launched } from "../diagrams_judges/chromium.mjs";

const browser = await launched();
const context = await browser.newContext({ viewport: { width: 1366, height: 900 }, javaScriptEnabled: true });
const told = [];
for (const path of JSON.parse(readFileSync(0, "utf8")).pages) {
  const page = await context.newPage();
  const seen = { path, requests: [], errors: [] };
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && seen.errors.push(message.text()));
  seen.url = pathToFileURL(path).href;
  await page.goto(seen.url);
  await page.evaluate(() => document.fonts.ready);
  const beyond = () => document.documentElement.scrollWidth - innerWidth;
  seen.overflow = await page.evaluate(beyond);
  seen.landmarks = await page.evaluate(() =>
    Array.from(document.querySelectorAll("header, main, footer"), (one) => one.tagName).sort(),
  );
  seen.headings = await page.evaluate(() => Array.from(document.querySelectorAll("h1, h2, h3"), (one) => one.tagName));
  seen.unnamed = await page.evaluate(
    () => Array.from(document.querySelectorAll("a, [role]")).filter((one) => !one.textContent.trim()).length,
  );
  await page.keyboard.press("Tab");
  seen.first = await page.evaluate(() => document.activeElement.getAttribute("href"));
  await page.setViewportSize({ width: 390, height: 800 });
  seen.narrow = await page.evaluate(beyond);
  told.push(seen);
  await page.close();
}
await browser.close();
process.stdout.write(JSON.stringify(told));
