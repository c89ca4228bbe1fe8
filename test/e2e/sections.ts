/** Ways through the pane. */
import type { FrameLocator, Locator } from "playwright-core";

const BUILDERS = ["Table", "Formula"];

/** Shows a section of the pane, or a part of Build. */
export async function showSection(pane: FrameLocator, name: string): Promise<void> {
  const isBuilder = BUILDERS.includes(name);
  await pane
    .getByRole("navigation")
    .getByRole("button", { name: isBuilder ? "Build" : name })
    .click();
  if (isBuilder) await pane.getByRole("group", { name: "Build" }).getByRole("button", { name }).click();
}

/** Forgets the key, as a user does in the settings. */
export async function disconnect(pane: FrameLocator): Promise<void> {
  await pane.getByRole("button", { name: "Settings" }).click();
  await pane.getByRole("button", { name: "Disconnect and forget the key" }).click();
}

/** Waits until a plan is shown: as the workbook's, or among those to choose from. */
export function planShown(pane: FrameLocator, plan = "FY26 Plan"): Promise<void> {
  return headingOf(pane, plan)
    .or(pane.getByRole("radio", { name: plan }))
    .first()
    .waitFor();
}

/** Makes a plan the workbook's, which shows its briefing. */
export async function choosePlan(pane: FrameLocator, plan = "FY26 Plan"): Promise<void> {
  const change = pane.getByRole("button", { name: /^Change the plan/ });
  const radio = pane.getByRole("radio", { name: plan });
  await change.or(radio).first().waitFor();
  if (await headingOf(pane, plan).isVisible()) return;
  if (await change.isVisible()) await change.click();
  await radio.click();
  await headingOf(pane, plan).waitFor();
}

function headingOf(pane: FrameLocator, plan: string): Locator {
  return pane.getByRole("heading", { name: plan, exact: true });
}

/** Waits until the pane is connected. */
export function connected(pane: FrameLocator): Promise<void> {
  return pane.getByRole("navigation").waitFor();
}
