// Searching in headless Chromium: opens a page, types, presses keys, and tells what is in sight afterwards.
// Reads {"url", "typed": [words], "addresses": [address of the page]} on standard input.
import { readFileSync } from "node:fs";
import { launched } from "../diagrams_judges/chromium.mjs";

const asked = JSON.parse(readFileSync(0, "utf8"));
const browser = await launched();
const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
const page = await context.newPage();
const told = { requests: [], errors: [], typed: {}, addresses: {} };
page.on("request", (request) => told.requests.push(request.url()));
page.on("pageerror", (error) => told.errors.push(String(error)));
page.on("console", (message) => ["error", "warning"].includes(message.type()) && told.errors.push(message.text()));

const sight = () =>
  page.evaluate(() => {
    const found = Array.from(document.querySelectorAll(".finds > li")).filter((one) => one.checkVisibility());
    const input = document.querySelector("input");
    return {
      value: input.value,
      focused: document.activeElement === input,
      status: document.querySelector("[role=status]").textContent,
      found: found.map((one) => ({ href: one.querySelector("a").getAttribute("href"), text: one.textContent })),
      hash: location.hash,
    };
  });
const name = () => decodeURIComponent(page.url().split("/").pop());
const fresh = async (address = "") => {
  await page.goto("about:blank");
  await page.goto(asked.url + address);
};

await fresh("#finder");
told.start = await sight();
for (const words of asked.typed) {
  await page.keyboard.type(words);
  told.typed[words] = await sight();
  await page.keyboard.press("Escape");
}
told.cleared = await sight();

// Tab leads from the beginning of the page to the field, then to what is found.
await fresh();
told.tabs = [];
for (let count = 0; count < 20 && told.tabs.at(-1) !== "finder"; count += 1) {
  await page.keyboard.press("Tab");
  told.tabs.push(await page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute("href")));
}
await page.keyboard.type("303.4");
await page.keyboard.press("Tab");
told.tabs.push(await page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute("href")));

// Far down the list the first of what is found comes into sight, below the field.
await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
await page.focus("input", { preventScroll: true });
await page.keyboard.press("Escape");
await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
await page.keyboard.type("302");
told.first = await page.evaluate(() => {
  const first = Array.from(document.querySelectorAll(".finds a")).find((one) => one.checkVisibility());
  const box = document.querySelector(".finder").getBoundingClientRect();
  return { gap: first.getBoundingClientRect().top - box.bottom, top: box.top, scrolled: scrollY };
});

await fresh();
await page.focus("input");
await page.keyboard.press("Enter");
told.enterOnNothing = name();
await page.keyboard.type("303.4 одиннадцатый");
await page.keyboard.press("Enter");
told.enterOnNoneFound = name();
await page.keyboard.press("Escape");
await page.keyboard.type("303.4");
await page.keyboard.press("Enter");
// Not for any navigation: that the address keeps the words counts as one.
await page.waitForURL((url) => !url.pathname.endsWith("search.html"));
told.entered = name();
await page.goBack();
told.back = await sight();

for (const address of asked.addresses) {
  await fresh(address);
  told.addresses[address] = await sight();
}
await page.evaluate(() => (location.hash = "#q=пас"));
await page.waitForFunction(() => document.querySelector("input").value === "пас");
told.led = await sight();

// With scripts switched off everything is there, and no field that would do nothing.
const still = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
await still.goto(asked.url);
told.still = {
  listed: await still.locator(".finds > li").count(),
  inSight: await still.locator(".finds > li:visible").count(),
  field: await still.locator("input").isVisible(),
  note: await still.locator("noscript p").isVisible(),
};
await browser.close();
process.stdout.write(JSON.stringify(told));
