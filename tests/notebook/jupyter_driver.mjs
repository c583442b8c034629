// The browser's side of the tests in Jupyter: opens a notebook, runs all of it, uses the stepper as a reader would, and
// tells what it saw. Reads {"url", "width", "height", "clicks", "shots", "only"} on standard input.
import { readFileSync } from "node:fs";
import { launched } from "../diagrams_judges/chromium.mjs";

const WIDTHS = [1400, 700, 420]; // a wide window, a narrow one, one with the players below each other
const FEW = 5; // how often at least a kind of click is timed
const PATIENCE = 15_000; // for a server and a kernel that start on a busy machine

// What a reader sees of the stepper: who has priority, what is lit, what may be clicked.
function situation() {
  const stepper = document.querySelector(".bfs");
  const of = (selector) => stepper.querySelector(selector);
  const words = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";
  return {
    priority: words(of('[data-region="priority"] .bf-holder b')),
    holder: words(of('[data-region="priority"] .bf-who')),
    way: words(of('[data-region="priority"] .bf-way')),
    live: words(of('[data-region="live"]')),
    said: words(of(".bfs-said strong")),
    lit: Array.from(stepper.querySelectorAll("svg g.active"), (group) => group.dataset.state),
    legal: Array.from(stepper.querySelectorAll('.bfs-button[aria-disabled="false"] .bfs-label'), words),
    refused: Array.from(stepper.querySelectorAll('.bfs-button[aria-disabled="true"]'), words),
    pages: Array.from(stepper.querySelectorAll(".bfs-page h4"), words),
    notice: words(of(".bfs-notice")),
    slider: of(".bfs-slider").value,
    focus: words(document.activeElement),
  };
}

// The reasons in sight, what can be clicked on that they lie on, and whether they are whole in the room they have.
function reasons() {
  const stepper = document.querySelector(".bfs");
  const all = (selector) => Array.from(stepper.querySelectorAll(selector));
  const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const shown = all(".bfs-reason").filter((reason) => getComputedStyle(reason).clipPath === "none");
  const over = (reason) => (element) => {
    const [one, other] = [reason, element].map((each) => each.getBoundingClientRect());
    return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  };
  return {
    shown: shown.map(words),
    covered: shown.flatMap((reason) => all("button, select, input, [data-about]").filter(over(reason)).map(words)),
    whole: shown.every((one) => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth),
  };
}

// Is what is lit in sight, in a picture that is wider than its place?
function litInPlace() {
  const [lit, place, key] = [".node.active", ".bf-picture", ".bf-key"].map((one) => document.querySelector(`.bfs [data-region="machine"] ${one}`));
  const [at, frame, said] = [lit, place, key].map((element) => element.getBoundingClientRect());
  const inside = (one) => frame.left <= one.left && one.right <= frame.right;
  const wider = document.querySelector(".bfs").matches(".bfs-wide") && place.scrollWidth > place.clientWidth;
  return { wider, scrolled: place.scrollLeft, inside: inside(at), key: inside(said) };
}

// Where the top of the stepper is: in sight, and how high its bar is.
function top() {
  const [bar, place] = [".bfs-bar", ".jp-WindowedPanel-outer"].map((one) => document.querySelector(one).getBoundingClientRect());
  return { height: bar.height, inside: place.top <= bar.top + 1 && bar.bottom <= place.bottom + 1 };
}

// What the keyboard is at, if it is a state of the picture.
function focusedState() {
  const { dataset, ariaLabel, ariaCurrent, role } = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  if (dataset.state === undefined) return null;
  const ring = outlineStyle === "solid" ? parseFloat(outlineWidth) : 0;
  return { state: dataset.state, name: ariaLabel, current: ariaCurrent === "true", role, ring };
}

// Notes when something was asked for, by a click or a key, and when what that changed was on the screen: two frames
// after it changed, for it is painted in the first.
function watch() {
  const asked = () => (globalThis.askedAt ??= performance.now());
  for (const kind of ["click", "keydown", "change"]) window.addEventListener(kind, asked, true);
  const changed = () => {
    const asked = globalThis.askedAt;
    const painted = () => globalThis.askedAt === asked && (globalThis.paintedAt ??= performance.now());
    if (asked !== null) requestAnimationFrame(() => requestAnimationFrame(painted));
  };
  const all = { childList: true, characterData: true, attributes: true, subtree: true };
  new MutationObserver(changed).observe(document.querySelector(".bfs"), all);
}

/** Thrown where no more was asked for. */
class Enough extends Error {}

const job = JSON.parse(readFileSync(0, "utf8"));
const browser = await launched();
const seen = { requests: [], errors: [], steps: {}, times: {} };
const page = await browser.newPage({ viewport: { width: job.width, height: job.height } });
try {
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
  page.setDefaultTimeout(PATIENCE);
  await page.goto(job.url);
  await page.locator(".jp-Notebook .jp-Cell").first().waitFor();
  // Run before its kernel is there, a notebook asks which one to take.
  await page.waitForFunction(() => {
    const session = globalThis.jupyterapp?.shell.currentWidget?.sessionContext?.session;
    return session?.kernel?.status === "idle";
  });
  await page.evaluate(() => void globalThis.jupyterapp.commands.execute("notebook:run-all-cells"));
  await page.locator(".bfs .bfs-button").first().waitFor();
  const stepper = page.locator(".bfs").first();
  await stepper.scrollIntoViewIfNeeded();
  await page.evaluate(watch);
  const note = async (name) => (seen.steps[name] = await page.evaluate(situation));
  // Does something and waits until its answer can be seen.
  const timed = async (what, act) => {
    await page.evaluate(() => void (globalThis.askedAt = globalThis.paintedAt = null));
    await act();
    await page.waitForFunction(() => globalThis.paintedAt !== null);
    (seen.times[what] ??= []).push(await page.evaluate(() => globalThis.paintedAt - globalThis.askedAt));
  };
  const click = (what, locator) => timed(what, () => locator.click({ force: true })); // refused ones can be clicked, too
  await note("open");
  seen.litAtFirst = await page.evaluate(litInPlace);
  if (job.shots.before) await stepper.screenshot({ path: job.shots.before });

  const pass = () => stepper.locator('.bfs-away[aria-disabled="false"]');
  await click("pass", pass());
  await note("passed");
  if (job.shots.after) await page.screenshot({ path: job.shots.after });
  seen.afterPass = await page.evaluate(reasons); // the pointer is still where it has passed

  if (job.only === "pass") throw new Enough();

  // The keyboard reaches what is refused, and then the reason is shown.
  await stepper.locator('.bfs-button[aria-disabled="true"]').first().focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  seen.reason = await page.evaluate(() => {
    const reason = document.activeElement.querySelector(".bfs-reason");
    return { clipped: getComputedStyle(reason).clipPath, words: reason.textContent.replace(/\s+/g, " ").trim() };
  });
  seen.reasons = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: job.height });
    seen.reasons[width] = [];
    for (const button of await stepper.locator(".bfs-button").all()) {
      await button.hover();
      seen.reasons[width].push(await page.evaluate(reasons));
    }
    if (job.shots.reason) await page.screenshot({ path: job.shots.reason.replace(".png", `-${width}.png`) });
  }
  await page.setViewportSize({ width: job.width, height: job.height });
  const refused = stepper.locator('.bfs-button[aria-disabled="true"]').first();
  await click("what is refused", refused);
  await note("refused");

  const press = (what, key) => timed(what, () => page.keyboard.press(key));
  await stepper.locator('.bfs-step[data-do="back"]').focus();
  for (let count = 0; count < FEW; count += 1) {
    await press("back, by key", "ArrowLeft");
    await note("arrow left");
    await press("forward, by key", "ArrowRight");
    await note("arrow right");
  }
  await stepper.locator(".bfs-slider").focus();
  await press("slider", "ArrowLeft");
  await note("slider");
  await press("slider", "End");
  await pass().focus();
  await press("pass, by key", "Enter");
  await note("enter");

  for (let count = 0; count < job.clicks; count += 1) {
    if (count < FEW) await click("what is refused", refused);
    await click("pass", pass());
  }
  await note("after clicks");

  const step = (what) => stepper.locator(`.bfs-step[data-do="${what}"]`);
  for (let count = 0; count < job.clicks; count += 1) await click("back", step("back"));
  for (let count = 0; count < job.clicks; count += 1) await click("forward", step("forward"));
  for (let round = 0; round < FEW; round += 1) {
    await click("to the start", step("go").first());
    await click("to the end", step("go").last());
  }
  await stepper.locator(".bfs-slider").focus();
  for (let count = 0; count < job.clicks; count += 1) await press("slider", count % 2 ? "End" : "ArrowLeft");
  const micro = stepper.locator('[data-do="micro"]');
  for (let count = 0; count < FEW; count += 1) await click("micro-steps", micro);
  for (let count = 0; count < job.clicks; count += 1) await click("back a micro-step", step("back"));
  await click("micro-steps", micro);
  for (let count = 0; count < FEW; count += 1) {
    await click("to the start", step("go").first());
    await click("declare", stepper.locator('.bfs-button[data-do="declare"][aria-disabled="false"]').first());
  }
  await note("other line");
  const line = stepper.locator('select[data-do="branch"]');
  for (let count = 0; count < FEW; count += 1) {
    if (count) await timed("another line", () => line.selectOption("2"));
    await timed("another line", () => line.selectOption("1"));
  }
  await note("first line");

  const clause = stepper.locator(".bf-cites [data-about]");
  for (let count = 0; count < FEW; count += 1) {
    await click("a clause", clause.first());
    await note("clause");
    await click("a state", stepper.locator("svg g[data-state].active").last());
    await note("state");
    if (job.shots.page && !count) await page.screenshot({ path: job.shots.page });
    await press("close", "Escape");
    await note("closed");
  }

  // The keyboard reaches every state of the picture, opens its page and comes back to it.
  await clause.last().focus();
  const states = stepper.locator("svg [data-state]");
  const picture = await states.first().locator("..").getAttribute("role");
  seen.states = { all: await states.count(), picture, reached: [] };
  for (;;) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(focusedState);
    if (at === null) break;
    seen.states.reached.push(at);
  }
  await page.keyboard.press("Shift+Tab");
  for (const key of ["Enter", "Space"]) {
    await press("a state, by key", key);
    await note(`state, by ${key}`);
    await press("close", "Escape");
    seen.states[key] = await page.evaluate(focusedState);
  }
  if (job.shots.state) await stepper.screenshot({ path: job.shots.state });

  // In a narrow place the picture keeps a size that can be read, and what is lit is brought into the place.
  await page.setViewportSize({ width: 700, height: job.height });
  seen.narrow = [];
  for (const place of ["first", "last"]) {
    await stepper.locator('[data-do="go"]')[place]().click();
    await page.waitForTimeout(500);
    seen.narrow.push({ ...(await page.evaluate(litInPlace)), bar: (await page.evaluate(top)).height });
  }
  await page.setViewportSize({ width: job.width, height: job.height });

  await stepper.locator(".bfs-files summary").click();
  await stepper.locator('[data-area="given"]').fill("actions: {X: {by: C}}");
  for (let count = 0; count < FEW; count += 1) {
    await click("save", stepper.locator('[data-do="save"]'));
    seen.saved = await stepper.locator('[data-area="saved"]').inputValue();
    await click("load", stepper.locator('[data-local="load"]'));
    await note("wrong text");
  }
  await stepper.locator('[data-area="given"]').fill(seen.saved);
  seen.beforeLoading = await page.evaluate(top);
  await click("load", stepper.locator('[data-local="load"]'));
  await note("loaded");
  seen.loaded = await page.evaluate(top);
  if (job.shots.loaded) await page.screenshot({ path: job.shots.loaded });
  if (job.shots.end) await stepper.screenshot({ path: job.shots.end });
} catch (error) {
  if (!(error instanceof Enough)) {
    console.error(seen.errors.join("\n"));
    if (job.shots.failed) await page.screenshot({ path: job.shots.failed });
    throw error;
  }
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(seen));
