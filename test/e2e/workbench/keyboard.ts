/** The keyboard in the pane: what is pressed waits for what it does. */
import type { Locator, Page } from "playwright-core";

/** More than any part of the pane has. */
const MOST_STOPS = 40;

/** Presses Tab in the pane, and waits until another control has the keyboard: office.js moves it, or tells the host that it leaves. */
export async function pressTab(page: Page): Promise<void> {
  const before = await page.evaluateHandle(
    () => document.querySelector<HTMLIFrameElement>("#pane iframe")?.contentDocument?.activeElement,
  );
  await page.keyboard.press("Tab");
  await page.waitForFunction((control) => {
    const frame = document.querySelector<HTMLIFrameElement>("#pane iframe");
    return document.activeElement !== frame || frame?.contentDocument?.activeElement !== control;
  }, before);
}

export function isInPane(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.tagName === "IFRAME");
}

/** Presses Tab until a control of the pane has the keyboard; not at all if it has it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await control.evaluate((each) => each === document.activeElement)) return;
    await pressTab(page);
    if (!(await isInPane(page))) break;
  }
  throw new Error(`Tab does not lead to ${String(control)}.`);
}
