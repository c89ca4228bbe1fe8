/** Ways through the pane. */
import type { FrameLocator } from "playwright-core";

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

/** Waits until the pane is connected. */
export function connected(pane: FrameLocator): Promise<void> {
  return pane.getByRole("navigation").waitFor();
}
