// Usage: node shoot.mjs TOOLS HOME DRIVER CHROMIUM PROFILE < jobs; takes a picture of every job in one browser.
// TOOLS and HOME are folders with a node_modules, jobs a JSON list of {look, rows, file}.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [tools, home, driver, executablePath, userDataDir] = process.argv.slice(2);
const require = createRequire(join(tools, "package.json"));
const esbuild = require("esbuild");
const puppeteer = require("puppeteer-core");

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--allow-file-access-from-files",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"];

const modules = join(home, "node_modules");
const built = await esbuild.build({
  entryPoints: [driver], bundle: true, write: false, format: "iife", nodePaths: [modules], absWorkingDir: home,
  define: { "process.env.NODE_ENV": '"production"', global: "window" }, logLevel: "error",
});
const empty = join(userDataDir, "page.html");
writeFileSync(empty, '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Board</title><body></body></html>');

const browser = await puppeteer.launch({ executablePath, userDataDir, headless: true, pipe: true, args: FLAGS });
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(String(error)));
  for (const { look, rows, file } of JSON.parse(readFileSync(0, "utf8"))) {
    const [width, height] = look.window;
    await page.setViewport({ width, height, deviceScaleFactor: look.scale ?? 1 });
    await page.goto(pathToFileURL(empty).href);
    await page.addScriptTag({ content: built.outputFiles[0].text });
    await page.evaluate((l, r, m) => window.show(l, r, m), look, rows, pathToFileURL(modules).href);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForNetworkIdle({ idleTime: 150 });
    await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), look.wait ?? 60);
    if (look.cut) await (await page.$("#board > *")).screenshot({ path: file });
    else await page.screenshot({ path: file, fullPage: look.whole ?? true });
  }
} finally {
  await browser.close();
}
