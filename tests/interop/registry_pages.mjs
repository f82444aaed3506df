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
const answers = { complaints: [], foreign: [], wide: [], pages: {} };

async function open(width, scheme) {
  const page = await browser.newPage();
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
};

for (const [width, scheme] of [[360, "light"], [360, "dark"], [1280, "light"], [1280, "dark"]]) {
  const page = await open(width, scheme);
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(base + path);
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
    if (seen.wide) answers.wide.push(`${name} at ${width}`);
    answers.pages[`${name} ${width} ${scheme}`] = seen;
    if (screenshots) await page.screenshot({ path: join(screenshots, `${name}-${width}-${scheme}.png`), fullPage: true });
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
for (let n = 0; n < 6; n++) { await press("Tab"); answers.tabs.push(await focused()); }
await page.keyboard.type("rain AND verified=true");
await settle(() => press("Enter"));
answers.searched = { url: page.url().slice(base.length), text: await page.$eval("main", (main) => main.innerText) };
await page.focus(".hit a");
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
