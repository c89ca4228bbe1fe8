/** The built help as files, without a server: at the widths and in the colours that people have, and on paper. */
import { readdirSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "./browser";

const DIST = resolve(__dirname, "../../dist");
const PAGES = [
  "privacy.html",
  ...readdirSync(join(DIST, "help"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html"))
    .map((file) => posix.join("help", file.replaceAll("\\", "/"))),
];
/** Pages of functions are made alike. */
const LOOKED_AT = PAGES.filter((page) => !/functions\/(?!KPI|FIELDS|index)/.test(page));
const LOOKS = [
  { width: 320, colorScheme: "light", forcedColors: "none" },
  { width: 320, colorScheme: "dark", forcedColors: "active" },
  { width: 900, colorScheme: "dark", forcedColors: "none" },
] as const;

const addressOf = (path: string) => pathToFileURL(join(DIST, path)).href;

let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await (await browser.newContext()).newPage();
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("requestfailed", (request) => {
    // A page that is left gives up pictures that it has not needed yet. A file that is not there fails otherwise.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(request.url());
  });
});

afterAll(() => browser.close());
beforeEach(() => complaints.splice(0));

const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What Axe finds, a page that scrolls sideways, and files that did not load. */
async function faults(): Promise<unknown[]> {
  // Axe would fetch the stylesheet, which the page's policy forbids.
  const { violations } = await new AxeBuilder({ page }).options({ preload: false }).analyze();
  const wide = await overflow();
  return [
    ...violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    ...(wide > 0 ? [wide] : []),
    ...complaints,
  ];
}

test.each(LOOKED_AT)("%s shuts nobody out and is no wider than the window", async (path) => {
  const found = [];
  for (const { width, ...media } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia(media);
    await page.goto(addressOf(path));
    found.push(await faults());
  }
  expect(found).toEqual(LOOKS.map(() => []));
});

test("no signature or formula of a function is cut, at any width", async () => {
  for (const width of [320, 414, 768, 1024, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of PAGES.filter((each) => each.includes("functions/"))) {
      await page.goto(addressOf(path));
      expect([path, width, await overflow()]).toEqual([path, width, 0]);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll("pre.formula, .pairs")].filter((each) => each.scrollWidth > each.clientWidth),
      );
      expect([path, width, cut.length]).toEqual([path, width, 0]);
    }
  }
});

test("messages are found by keyboard, and the hits are marked", async () => {
  await page.goto(addressOf("help/messages.html"));
  const rows = page.locator("main tbody tr:visible");
  const all = await rows.count();
  await page.getByRole("searchbox", { name: "Find in the help" }).focus();
  await page.keyboard.type("ends before");
  await expect(rows.count()).resolves.toBe(1);
  expect(await page.getByRole("status").textContent()).toBe("2 hits in 1 section");
  expect(await page.evaluate(() => CSS.highlights.get("found")?.size)).toBe(2);
  await page.keyboard.press("Escape");
  await expect(rows.count()).resolves.toBe(all);
});

test.each(["help/functions/KPI.html", "help.html"])(
  "words of another page are found from %s, by a link to their section",
  async (from) => {
    await page.goto(addressOf(from));
    await page.getByRole("searchbox", { name: "Find in the help" }).fill("ends before it begins");
    const link = page.getByRole("navigation", { name: "Found on other pages" }).getByRole("link").first();
    await link.click();
    await page.waitForURL(/messages\.html#/);
    expect(await page.locator(":target").textContent()).toBe("The formula has a mistake (#VALUE!)");
    expect(complaints).toEqual([]);
  },
);

test("paper has the text alone, dark on white", async () => {
  await page.emulateMedia({ media: "print", colorScheme: "dark", forcedColors: "none" });
  await page.goto(addressOf("help/users.html"));
  const parts = await page.evaluate(() =>
    ["main", "aside", "header nav"].map((each) => document.querySelector(each)?.checkVisibility()),
  );
  const colour = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ media: "screen" });
  expect([parts, colour]).toEqual([[true, false, false], "rgb(255, 255, 255)"]);
});
