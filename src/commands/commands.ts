/** What the ribbon's buttons do, under the names that manifest.xml calls them by (`FunctionName`). */
import type { Store } from "../actions/store";

/** What the buttons need of the store. */
export type CommandStore = Pick<Store, "refresh" | "sendCopy" | "togglePause" | "showSection" | "state">;

type Command = (store: CommandStore) => Promise<void>;

const COMMANDS: Readonly<Record<string, Command>> = {
  refresh: refreshing("workbook"),
  refreshSheet: refreshing("sheet"),
  refreshSelection: refreshing("selection"),
  showReports: showingReports(async () => {}),
  sendCopy: showingReports((store) => store.sendCopy()),
  // The button cannot show whether fetching is paused; the pane does.
  togglePause: async (store) => void (await Promise.all([store.togglePause(), Office.addin.showAsTaskpane()])),
};

/** Gives the buttons their commands. The pane tells what fails: a button has no place to show it. */
export function associateCommands(openStore: () => Promise<CommandStore>): void {
  for (const [name, command] of Object.entries(COMMANDS)) {
    const run = async (event: Office.AddinCommands.Event): Promise<void> => {
      try {
        await command(await openStore());
      } catch {
        // The store's actions do not reject. Where the store itself could not be loaded, the pane says so and what to do.
        await Office.addin.showAsTaskpane().catch(() => undefined);
      } finally {
        // Excel disables the button until then.
        event.completed();
      }
    };
    Office.actions.associate(name, (event: Office.AddinCommands.Event) => void run(event));
  }
}

/** Refreshes, and shows the pane only where that fails, since the pane tells why. */
function refreshing(scope: Parameters<Store["refresh"]>[0]): Command {
  return async (store) => {
    await store.refresh(scope);
    if (store.state().failure) await Office.addin.showAsTaskpane();
  };
}

/** Shows the pane's reports meanwhile: Excel cannot undo these commands, and the pane tells which cells they left out. */
function showingReports(command: Command): Command {
  return async (store) => {
    store.showSection("reports");
    await Promise.all([command(store), Office.addin.showAsTaskpane()]);
  };
}
