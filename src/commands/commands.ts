/** The commands of the ribbon's buttons, by their names in manifest.xml (`FunctionName`). */
import type { Store } from "../actions/store";

/** The part of the store that the buttons use. */
export type CommandStore = Pick<Store, "refresh" | "takeSnapshots" | "sendCopy" | "showSection" | "state">;

type Command = (store: CommandStore) => Promise<void>;

const COMMANDS: Readonly<Record<string, Command>> = {
  refresh,
  showReports: showingReports(async () => {}),
  takeSnapshot: showingReports((store) => store.takeSnapshots("sheet")),
  sendCopy: showingReports((store) => store.sendCopy()),
};

/** Registers the commands. A button cannot show a failure, so the pane does. */
export function associateCommands(openStore: () => Promise<CommandStore>): void {
  for (const [name, command] of Object.entries(COMMANDS)) {
    const run = async (event: Office.AddinCommands.Event): Promise<void> => {
      try {
        // Until it is told that the event is completed, Excel shows no pane and keeps further clicks waiting.
        const store = await openStore().finally(() => event.completed());
        await command(store);
      } catch {
        // The store's actions do not reject. If the store itself could not be loaded, the pane says so and what to do.
        await Office.addin.showAsTaskpane().catch(() => undefined);
      }
    };
    Office.actions.associate(name, (event: Office.AddinCommands.Event) => void run(event));
  }
}

/** Refreshes. The pane is shown only if it has something to say: why that failed, or which cells do not show its numbers. */
async function refresh(store: CommandStore): Promise<void> {
  await store.refresh();
  const { failure, unsettled, refreshed } = store.state();
  const isIncomplete = unsettled.length > 0 || refreshed?.failures.some(({ code }) => code === "#NAME?");
  if (isIncomplete) store.showSection("activity");
  if (failure || isIncomplete) await Office.addin.showAsTaskpane();
}

/** Shows the pane's reports meanwhile: Excel cannot undo these commands, and the pane shows their outcome. */
function showingReports(command: Command): Command {
  return async (store) => {
    store.showSection("reports");
    await Promise.all([command(store), Office.addin.showAsTaskpane()]);
  };
}
