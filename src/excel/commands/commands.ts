/** The commands of the ribbon and of a cell's context menu, by their names in manifest.xml (`FunctionName`). */
import type { Section } from "../actions/sharedState";
import type { Store } from "../actions/store";

/** The part of the store that the commands use. */
export type CommandStore = Pick<
  Store,
  "refresh" | "takeSnapshots" | "sendCopy" | "formatCells" | "askAboutCell" | "showSection" | "state"
>;

type Command = (store: CommandStore) => Promise<void>;

const COMMANDS: Readonly<Record<string, Command>> = {
  refresh,
  showReports: showing("reports", async () => {}),
  takeSnapshot: showing("reports", (store) => store.takeSnapshots("sheet")),
  sendCopy: showing("reports", (store) => store.sendCopy()),
  explainCell: showing("explain", async () => {}),
  explainError: showing("activity", (store) => store.askAboutCell()),
  formatCells,
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

/** Formats the cells of our functions. The pane is shown only if some stay as they are, or none needed it. */
async function formatCells(store: CommandStore): Promise<void> {
  await store.formatCells();
  const { failure, result } = store.state();
  const isComplete = result?.action === "format" && result.cells > 0 && result.protectedSheets.length === 0;
  if (failure || !isComplete) await Office.addin.showAsTaskpane();
}

/** Shows a section of the pane meanwhile, where the outcome appears: Excel can show none, and cannot undo the command. */
function showing(section: Section, command: Command): Command {
  return async (store) => {
    store.showSection(section);
    await Promise.all([command(store), Office.addin.showAsTaskpane()]);
  };
}
