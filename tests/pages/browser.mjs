// One headless Chromium for the tests of pages.
import { createRequire } from "node:module";

// One set of npm packages serves all browser tests.
const { chromium } = createRequire(new URL("../diagrams_judges/package.json", import.meta.url))("playwright-core");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

export const launched = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
