/**
 * Gives the ribbon's buttons their actions, under the names that manifest.xml calls them by (`FunctionName`).
 *
 * @param refresh brings the workbook to the plan's present state. It tells the person itself what went wrong: a button has no
 *   place to show it, and Excel greys the button out until its event is completed, so a failure must not get past here.
 */
export function associateCommands(refresh: () => Promise<void>): void {
  Office.actions.associate("refresh", (event: Office.AddinCommands.Event) => void complete(event, refresh));
}

async function complete(event: Office.AddinCommands.Event, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch {
    // Already told where the action could tell it.
  } finally {
    event.completed();
  }
}
