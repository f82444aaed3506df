// Opens the registry's pages in headless Chromium, without script in them, and says what a person would meet.
// Reads tasks from standard input, `{base, chromium, screenshots}`; writes the answers to standard output.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";

const puppeteer = createRequire(process.env.INTEROP_NODE_MODULES + "/")("puppeteer-core");
const { base, chromium, screenshots } = JSON.parse(readFileSync(0, "utf8"));

const folder = mkdtempSync(join(tmpdir(), "registry-pages-"));
const browser = await puppeteer.launch({
  executablePath: chromium,
  userDataDir: folder,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const answers = { complaints: [], foreign: [], wide: [], faint: [], small: [], unreached: [], pages: {} };

async function open(width, scheme, language = "en") {
  const page = await browser.newPage();
  await page.setExtraHTTPHeaders({ "Accept-Language": language });
  await page.setViewport({ width, height: 800 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  // what the policy refuses is told on the console
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type()) && !/status of 4\d\d/.test(message.text())) answers.complaints.push(message.text());
  });
  page.on("pageerror", (error) => answers.complaints.push(String(error)));
  page.on("dialog", async (dialog) => { answers.complaints.push("a dialog: " + dialog.message()); await dialog.dismiss(); });
  page.on("request", (request) => { if (!request.url().startsWith(base)) answers.foreign.push(request.url()); });
  return page;
}

const PAGES = {
  home: "/", found: "/?q=travel", nothing: "/?q=nosuchword", problem: "/?q=nam%3Ahotel",
  entry: "/entry/urn:air:hotel.example:agent:book-room", refused: "/entry/urn:air:translate.example:agent:translate",
  lapsed: "/entry/urn:air:invoices.example:description:read-invoice",
  hostile: "/?q=host%3Alibrary.example", hostileCard: "/entry/urn:air:library.example:misleading-card:reserve",
  hostileApi: "/entry/urn:air:library.example:misleading-api:reserve", check: "/check", missing: "/entry/urn:air:hotel.example:agent:none",
  priced: "/entry/urn:air:hotel.example:description:book-room?q=travel", api: "/api",
};

// Texts whose contrast with what is behind them is less than 4.5 (WCAG 2.2, 1.4.3), and targets lower than 24 px (2.5.8) that stand in no sentence.
function legible() {
  const rgba = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((it) => it / 255).map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const faint = [];
  const test = (element, style) => {
    const [one, two] = [luminance(rgba(style.color)), luminance(behind(element))].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (two + 0.05);
    if (contrast < 4.5) faint.push(`${contrast.toFixed(2)} ${element.outerHTML.slice(0, 120)}`);
  };
  for (const element of document.querySelectorAll("body *")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (hasText && element.checkVisibility()) test(element, getComputedStyle(element));
    if (element.placeholder) test(element, getComputedStyle(element, "::placeholder"));
  }
  const small = [...document.querySelectorAll("a, button, input:not([type=hidden]), summary, textarea")]
    .filter((target) => target.checkVisibility() && !target.classList.contains("skip") && target.getBoundingClientRect().height < 24)
    .map((target) => target.outerHTML.slice(0, 120));
  return { faint, small };
}

for (const [width, scheme, language] of [[360, "light", "en"], [360, "dark", "en"], [390, "dark", "zh-CN"], [1280, "light", "en"], [1280, "dark", "en"], [1280, "light", "zh-CN"]]) {
  const page = await open(width, scheme, language);
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(base + path);
    const at = `${name} ${width} ${scheme} ${language}`;
    if (screenshots) await page.screenshot({ path: join(screenshots, `${at.replaceAll(" ", "-")}.png`), fullPage: true });
    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
    const { faint, small } = await page.evaluate(legible);
    answers.faint.push(...faint.map((it) => `${at}: ${it}`));
    answers.small.push(...small.map((it) => `${at}: ${it}`));
    const seen = await page.evaluate(() => {
      const style = (selector, property) => {
        const element = document.querySelector(selector);
        return element ? getComputedStyle(element)[property] : null;
      };
      const unlabelled = [...document.querySelectorAll("input, textarea, select, button")]
        .filter((field) => !(field.labels?.length || field.textContent.trim() || field.getAttribute("aria-label")))
        .map((field) => field.outerHTML);
      return {
        title: document.title, text: document.querySelector("main").innerText, h1: document.querySelectorAll("h1").length,
        lang: document.documentElement.lang, scripts: document.scripts.length, bold: document.querySelectorAll("main b").length,
        handlers: document.querySelectorAll("[onmouseover], [onclick], [style]").length, unlabelled,
        paper: style("body", "backgroundColor"), ink: style("body", "color"), wide: document.documentElement.scrollWidth > innerWidth,
        badges: [...document.querySelectorAll(".badge")].map((badge) => badge.textContent),
      };
    });
    if (seen.wide) answers.wide.push(at);
    answers.pages[at] = seen;
  }
  await page.close();
}

// Tab reaches everything that can be used, in the order of the page, and shows where it is
{
  const page = await open(1280, "light");
  for (const path of ["/", PAGES.priced, PAGES.check, "/?q=travel"]) {
    await page.goto(base + path);
    const usable = await page.evaluate(() => {
      const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), textarea, summary, [tabindex='0']")];
      globalThis.usable = all.filter((element) => element.checkVisibility());
      return globalThis.usable.length;
    });
    const reached = [];
    for (let n = 0; n < usable; n++) {
      await page.keyboard.press("Tab");
      reached.push(await page.evaluate(() => {
        const element = document.activeElement;
        const style = getComputedStyle(element);
        const isShown = style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2;
        return isShown ? globalThis.usable.indexOf(element) : element.outerHTML.slice(0, 120);
      }));
    }
    reached.forEach((found, expected) => { if (found !== expected) answers.unreached.push(`${path}: ${expected} ${found}`); });
  }
  await page.close();
}

// by keyboard alone, and without any script: search, open the first hit, go back; check by paste and by file
const page = await open(1280, "light");
await page.setJavaScriptEnabled(false);
await page.goto(base + "/");
const press = async (key, times = 1) => { for (let n = 0; n < times; n++) await page.keyboard.press(key); };
const settle = (act) => Promise.all([page.waitForNavigation(), act()]);
const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());
answers.tabs = [];
for (let n = 0; n < 7; n++) { await press("Tab"); answers.tabs.push(await focused()); }
await page.keyboard.type("rain AND verified=true");
await settle(() => press("Enter"));
answers.searched = { url: page.url().slice(base.length), text: await page.$eval("main", (main) => main.innerText) };
await page.focus(".agent a");
await settle(() => press("Enter"));
answers.opened = { url: page.url().slice(base.length), text: await page.$eval("main", (main) => main.innerText) };

await page.goto(base + "/check");
await page.focus("#text");
await page.type("#text", '{\n  "name": "Rooms",\n  "supportedInterfaces": [{"url": "ftp://x", "protocolBinding": "JSONRPC"}],\n  "skills": []\n}');
await page.focus("button");
await settle(() => press("Enter"));
const beside = () => page.evaluate(() => [...document.querySelectorAll(".remark")].map((remark) => {
  let line = remark.previousElementSibling;
  while (line && !line.classList.contains("line")) line = line.previousElementSibling;
  return [line ? line.id : null, remark.innerText];
}));
answers.pasted = { text: await page.$eval("main", (main) => main.innerText), beside: await beside(), again: await page.$eval("#text", (area) => area.value) };

await page.goto(base + "/check");
const upload = join(folder, "document.json");
const { writeFileSync } = await import("node:fs");
writeFileSync(upload, '{"name": "x\u202e<img src=x onerror=alert(1)>",\n "openapi": "3.1.0", }');
await (await page.$("#file")).uploadFile(upload);
await settle(() => page.click("button"));
answers.uploaded = { text: await page.$eval("main", (main) => main.innerText), beside: await beside(), images: await page.$$eval("main img", (all) => all.length) };

await page.goto(base + "/check");
await settle(() => page.click("button"));
answers.empty = await page.$eval("main", (main) => main.innerText);

await browser.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify(answers));
