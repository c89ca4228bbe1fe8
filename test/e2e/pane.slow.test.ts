/** Each state of the pane, at the widths and in the colours that users have. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator } from "playwright-core";
import { PANE_STATES } from "./paneStates";
import { showSection } from "./sections";
import { openWorkbench, startSetting, type Workbench } from "./workbench/open";

/** At 200 % a window has half as many pixels. */
const LOOKS = [
  { width: 320, height: 900, colorScheme: "light", forcedColors: "none" },
  { width: 450, height: 900, colorScheme: "dark", forcedColors: "none" },
  { width: 320, height: 450, colorScheme: "dark", forcedColors: "none" },
  { width: 320, height: 900, colorScheme: "light", forcedColors: "active" },
] as const;

const setting = startSetting();
let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench(setting);
});

async function look({ width, height, ...media }: (typeof LOOKS)[number]): Promise<void> {
  const { page } = workbench;
  await page.emulateMedia({ ...media, reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height });
  await page.evaluate((size) => (document.getElementById("pane")!.style.width = `${size}px`), width);
}

/** Until nothing is under way: Axe would measure the colours of a button that is fading from disabled to enabled. */
async function rest(): Promise<void> {
  const root = workbench.pane.locator(":root");
  await root.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await root.evaluate(async () => {
    const isEndless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity;
    const fading = document.getAnimations().filter((animation) => !isEndless(animation));
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
}

/** Returns the amounts that stand on two lines, such as "+2,124,725" above "USD". */
function tornAmounts(root: Element): string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const torn: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { 0: amount, index } of (node.textContent ?? "").matchAll(/\d[\d,.]*\s(?:%|pp|USD|EUR)(?!\w)/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + amount.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) torn.push(amount);
    }
  }
  return torn;
}

/** What is wrong with the pane: what Axe finds, a page that is wider than the pane, and torn amounts. */
async function faults(): Promise<unknown[]> {
  const { page, pane } = workbench;
  const { violations } = await new AxeBuilder({ page }).include("#pane").analyze();
  const overflow = await pane.locator(":root").evaluate((root) => root.scrollWidth - root.clientWidth);
  return [
    ...violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    ...(overflow > 0 ? [overflow] : []),
    ...(await pane.locator("body").evaluate(tornAmounts)),
  ];
}

describe("nobody is shut out of the pane, whose state is", () => {
  test.each(PANE_STATES)("$name", async ({ show }) => {
    await show(workbench, setting.server.sandbox);
    const found = [];
    for (const each of LOOKS) {
      await look(each);
      await rest();
      found.push(await faults());
    }
    await look({ width: 320, height: 900, colorScheme: "light", forcedColors: "none" });
    expect(found).toEqual(LOOKS.map(() => []));
  });
});

test("a changed number leads to its regions in three clicks", async () => {
  const { page, pane } = workbench;
  await showSection(pane, "Activity");
  await pane
    .getByRole("button", { name: / (raised|lowered) by / })
    .first()
    .click();
  let clicks = 0;
  const click = async (name: string | RegExp, within = pane.locator(":root")) => {
    clicks += 1;
    await within.getByRole("button", { name }).first().click();
  };
  await click(/^Select .*Demand value.*P&L/);
  await click("Explain", pane.getByRole("navigation", { name: "Sections" }));
  await click("Region");
  await pane.getByRole("list", { name: "By region, by size" }).waitFor();
  expect(clicks).toBe(3);
  expect(await page.evaluate(() => window.workbench!.sheets().active)).toBe("P&L");
});

test.each([
  ["Table", /^Insert at/],
  ["Formula", /^Insert into/],
])(
  "at 200 %% the button of %s alone stays in sight, and the preview leaves the fields their room",
  async (part, button) => {
    const { page, pane } = workbench;
    await page.evaluate(() => window.workbench!.select("K60"));
    await look({ width: 320, height: 450, colorScheme: "dark", forcedColors: "none" });
    await showSection(pane, part);
    const preview = pane.getByRole("group", { name: /^Preview/ });
    await preview.waitFor();
    // Notices about the workbook may stand above.
    await pane.getByRole("group", { name: "Build" }).evaluate((group) => group.scrollIntoView());
    const height = await pane.locator(":root").evaluate((root) => root.clientHeight);
    const bottom = async (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await bottom(pane.getByRole("button", { name: button }))).toBeLessThanOrEqual(height);
    expect(await bottom(preview)).toBeGreaterThan(height);
  },
);

test("all reports go to another month and plan in three clicks, which nobody is shut out of", async () => {
  const { pane } = workbench;
  await look(LOOKS[0]);
  await showSection(pane, "Reports");
  for (const title of ["P&L statement", "P&L by month"]) {
    await pane.getByRole("button", { name: `Insert ${title}` }).click();
    await pane.getByRole("button", { name: `Remove ${title} FY26 Plan` }).waitFor();
    await workbench.settled();
  }
  let clicks = 0;
  const click = async (group: Locator, name: string) => {
    clicks += 1;
    await group.getByRole("button", { name, exact: true }).click();
  };
  await click(pane.getByRole("group", { name: "Plan" }), "FY26 Europe");
  await click(pane.getByRole("group", { name: "Period" }), "Mar 2026");
  await pane.getByText("Changes 2 of 2 reports.").waitFor();
  const found = [];
  for (const each of LOOKS) {
    await look(each);
    await rest();
    found.push(await faults());
  }
  expect(found).toEqual(LOOKS.map(() => []));
  await look(LOOKS[0]);
  // Each input is one stop of the Tab key.
  const focused = () => pane.locator(":focus").innerText();
  await pane.getByRole("button", { name: "FY26 Plan", exact: true }).focus();
  await workbench.page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("FY26 Europe");
  await workbench.page.keyboard.press("Tab");
  expect(await focused()).toMatch(/^(Budget|Actual)/);
  await click(pane.locator(":root"), "Change 2 reports");
  expect(clicks).toBe(3);
  await pane.getByText("2 reports have the new inputs.").waitFor();
  await workbench.settled();
  const values = async (sheet: string) => (await workbench.values(`'${sheet} FY26 Europe'!B5:H5`)).flat();
  expect(await values("P&L statement")).toEqual(expect.arrayContaining(["FY26 Europe", "2026-03"]));
  expect(await values("P&L by month")).toEqual(expect.arrayContaining(["FY26 Europe", "2026"]));
  await click(pane.locator(":root"), "Undo");
  await pane.getByText("2 reports have the former inputs again.").waitFor();
  await workbench.settled();
  const restored = (await workbench.values("'P&L statement FY26 Plan'!B5:H5")).flat();
  expect(restored).toEqual(expect.arrayContaining(["FY26 Plan", "current"]));
});
