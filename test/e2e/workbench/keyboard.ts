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

/** True for a choice of a group that is one stop of Tab, which is in another of its choices. */
function isBesideFocus(each: Element): boolean {
  const group = each.parentElement;
  return (each as HTMLElement).tabIndex < 0 && group?.contains(document.activeElement) === true;
}

/** Presses Tab until a control of the pane has the keyboard, and arrow keys within its group; nothing if it has it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await control.evaluate((each) => each === document.activeElement)) return;
    if (await control.evaluate(isBesideFocus)) await page.keyboard.press("ArrowRight");
    else await pressTab(page);
    if (!(await isInPane(page))) break;
  }
  throw new Error(`Tab does not lead to ${String(control)}.`);
}
