/** The pane by keys alone: where Tab leads, what Enter does, and where the focus is once the control that had it has gone. */
import type { Locator } from "playwright-core";
import { isInPane, pressTab, tabTo } from "./workbench/keyboard";
import { openWorkbench, pressEnter, startSetting, type Workbench } from "./workbench/open";
import { choosePlan } from "./sections";

const CELLS = {
  I2: '=INSIGHTS.KPI("FY26 Plan","committed","demandValue","2026-04",,,"EUR","YTD")',
  I3: '=ROUND(SUM(I2,INSIGHTS.VAR("FY26 Plan","committed","actual","ebit","2026-03")),0)',
  I4: '=INSIGHTS.KPI("FY26 Plan","comitted","ebit")',
};
const FIX = "Replace with 'committed'";
/** In pixels around a control: the mark of the focus is drawn there. */
const RING = 4;
/** More than any section has. */
const MOST_STOPS = 150;

const setting = startSetting();
let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench(setting);
  await workbench.page.emulateMedia({ reducedMotion: "reduce" });
  await workbench.enter(CELLS);
  await choosePlan(workbench.pane);
  await workbench.pane.getByRole("img", { name: /^From Committed Plan/ }).waitFor();
});

const press = (key: string) => workbench.page.keyboard.press(key);
const select = (address: string) => workbench.page.evaluate((at) => window.workbench!.select(at), address);
const focused = () => workbench.pane.locator(":focus");
const main = () => workbench.pane.getByRole("main");
const section = (name: string) =>
  workbench.pane.getByRole("navigation", { name: "Sections" }).getByRole("button", { name });
const button = (name: string | RegExp) => main().getByRole("button", { name }).first();
const list = (name: string) => workbench.pane.getByRole("list", { name });
const path = () => workbench.pane.getByRole("navigation", { name: "Path of the drill-down" });
const hasFocus = (control: Locator) => control.and(focused()).waitFor();

/** To the first control of the pane, by a key: without one, nothing marks the focus. */
async function goToTop(): Promise<void> {
  const { page, pane } = workbench;
  const help = pane.getByRole("link", { name: "Help" });
  await help.focus();
  await pressTab(page);
  await press("Shift+Tab");
  await hasFocus(help);
}

/** Goes to a control by Tab from the top of the pane, and presses a key. */
async function pressOn(control: Locator, key = "Enter"): Promise<void> {
  await goToTop();
  await tabTo(workbench.page, control);
  await press(key);
}

interface Stop {
  readonly name: string;
  /** Of the page, in pixels. */
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  /** True if nothing covers it. */
  readonly isSeen: boolean;
  /** True if the focus changes what is drawn. */
  readonly isMarked: boolean;
}

/** The attribute of controls that Tab has led to. */
const WALKED = "data-walked";

async function stopAtFocus(): Promise<Stop> {
  const stop = await focused().evaluate((element, walked) => {
    element.setAttribute(walked, "");
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const over = element.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return {
      name: element.getAttribute("aria-label") ?? element.textContent,
      top: top + scrollY,
      bottom: bottom + scrollY,
      left,
      isSeen: over !== null && (element.contains(over) || over.contains(element)),
    };
  }, WALKED);
  return { ...stop, isMarked: await isFocusMarked() };
}

async function isFocusMarked(): Promise<boolean> {
  const { page } = workbench;
  const control = await focused().elementHandle();
  const { x, y, width, height } = (await control.boundingBox())!;
  const clip = { x: x - RING, y: y - RING, width: width + 2 * RING, height: height + 2 * RING };
  const withFocus = await page.screenshot({ clip });
  await control.evaluate((element) => (element as HTMLElement).blur());
  const without = await page.screenshot({ clip });
  await control.evaluate((element) => (element as HTMLElement).focus({ preventScroll: true }));
  return !withFocus.equals(without);
}

/** Where Tab leads from the top of the pane to its end. */
async function walk(): Promise<Stop[]> {
  const { page, pane } = workbench;
  const stops: Stop[] = [];
  await pane
    .locator(`[${WALKED}]`)
    .evaluateAll((all, walked) => all.forEach((each) => each.removeAttribute(walked)), WALKED);
  await goToTop();
  for (let count = 0; count < MOST_STOPS && (await isInPane(page)); count += 1) {
    stops.push(await stopAtFocus());
    await pressTab(page);
  }
  return stops;
}

/** What a person sees and could click, and Tab has not led to. Of a group that arrow keys lead through, Tab leads to one choice. */
function unreached(): Promise<string[]> {
  return workbench.pane
    .locator(`:is(button, a[href], input, [role=combobox]):not(:disabled, [${WALKED}])`)
    .evaluateAll((all, walked) => {
      const isBeside = (each: Element) =>
        (each as HTMLElement).tabIndex < 0 && each.parentElement?.querySelector(`[${walked}]`) !== null;
      return all
        .filter((each) => each.checkVisibility() && !isBeside(each))
        .map((each) => each.getAttribute("aria-label") ?? each.outerHTML);
    }, WALKED);
}

/** What is wrong with the way of the Tab key. */
async function faultsOfWalk(): Promise<string[]> {
  const stops = await walk();
  const isBefore = (one: Stop, other: Stop) => other.top >= one.bottom - RING || other.left > one.left;
  return [
    ...stops.filter(({ isSeen }) => !isSeen).map(({ name }) => `covered: ${name}`),
    ...stops.filter((stop) => !stop.isMarked).map(({ name }) => `without a mark: ${name}`),
    ...stops.slice(1).flatMap((stop, at) => (isBefore(stops[at]!, stop) ? [] : [`out of order: ${stop.name}`])),
    ...(await unreached()).map((control) => `not reached: ${control}`),
  ];
}

test("F6 leads from the cells into the pane, where an offer is declined by Enter", async () => {
  const { page } = workbench;
  const { x, y } = await page.evaluate(() => window.workbench!.position("G3"));
  await page.mouse.click(x, y);
  await press("F6");
  await focused().waitFor();
  await pressOn(button("Not now"));
  await button("Not now").waitFor({ state: "detached" });
  await hasFocus(button(/^Change the plan/));
});

describe("The briefing", () => {
  test("is walked as it is seen", async () => {
    expect(await faultsOfWalk()).toEqual([]);
  });

  test("keeps the focus on Look", async () => {
    await pressOn(button("Look"));
    await main().locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await hasFocus(button("Look"));
  });

  test("gives way to the plans, and comes back", async () => {
    await pressOn(button(/^Change the plan/));
    await hasFocus(button("Back to the briefing"));
    await press("Enter");
    await hasFocus(button(/^Change the plan/));
  });

  test("refreshes by its news", async () => {
    const { pane } = workbench;
    setting.server.sandbox.step();
    await pressOn(button("Look"));
    await pressOn(pane.getByRole("region", { name: "What is new" }).getByRole("button", { name: "Refresh" }), "Space");
    await button("All changes").waitFor();
    await focused().waitFor();
  });

  test("leads to the changes and to the explanation of its number", async () => {
    await pressOn(button("All changes"));
    await hasFocus(button("Refresh"));
    await pressOn(section("Plans"));
    await pressOn(button("Explain"));
    await list("By line, by size").waitFor();
    await hasFocus(button("Write why"));
  });
});

describe("Explain", () => {
  test("is walked as it is seen", async () => {
    await select("I2");
    await workbench.pane.getByRole("heading", { name: /^Demand value/ }).waitFor();
    expect(await faultsOfWalk()).toEqual([]);
  });

  test.each(["Region", "Channel"])("keeps the focus on %s, which divides", async (name) => {
    await pressOn(button(new RegExp(`^${name}( · |$)`)), "Space");
    await list(`By ${name.toLowerCase()}, by size`).waitFor();
    await hasFocus(button(name));
  });

  test("opens a part, from which the first stop leads back", async () => {
    await pressOn(list("By channel, by size").getByRole("button").first());
    await hasFocus(path().getByRole("button"));
    expect(await faultsOfWalk()).toEqual([]);
    await pressOn(path().getByRole("button"));
    await path().waitFor({ state: "detached" });
    await focused().waitFor();
  });

  test("opens one of several numbers", async () => {
    await select("I3");
    await pressOn(button(/^Variance of EBIT/));
    await hasFocus(path().getByRole("button", { name: "All numbers" }));
  });

  test("mends a cell in error", async () => {
    await select("I4");
    await button(FIX).waitFor();
    expect(await faultsOfWalk()).toEqual([]);
    await pressOn(button(FIX));
    await button("Month").waitFor();
    await focused().waitFor();
  });
});

describe("Activity", () => {
  test("is walked as it is seen", async () => {
    await workbench.enter({ I5: CELLS.I4 });
    await pressOn(section("Activity"));
    await button(FIX).waitFor();
    expect(await faultsOfWalk()).toEqual([]);
  });

  test("mends, and takes that back", async () => {
    await pressOn(button(FIX));
    await hasFocus(button("Undo"));
    await press("Enter");
    await button("Undo").waitFor({ state: "detached" });
    await focused().waitFor();
  });

  test("refreshes, and divides a change", async () => {
    setting.server.sandbox.step();
    await pressOn(button("Refresh"));
    await hasFocus(button("Cancel").or(button("Refresh")));
    await hasFocus(button("Refresh"));
    await pressOn(main().getByRole("searchbox"), "E");
    await workbench.page.keyboard.type("BIT");
    await pressOn(button(/ (raised|lowered) by /));
    await pressOn(button(/^Why EBIT, .* changed$/));
    await list("Parts of the change").waitFor();
    expect(await faultsOfWalk()).toEqual([]);
  });
});

test("Escape leads back to the cells, from which the pane takes no focus", async () => {
  const { page } = workbench;
  await pressOn(button("Refresh"), "Escape");
  await page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME");
  await select("I9");
  await page.keyboard.type(CELLS.I4);
  await pressEnter(workbench, "I9");
  await button(/^Select .*I9$/).waitFor();
  await workbench.enter({ I9: "" });
  await button(/^Select .*I9$/).waitFor({ state: "detached" });
  expect(await isInPane(page)).toBe(false);
});
