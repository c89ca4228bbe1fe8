/** What the ribbon's buttons do, under the names that manifest.xml calls them by (`FunctionName`). */
import type { Scope } from "../workbook/cells";

/** What the buttons need of the pane's model. */
export interface Model {
  readonly refresh: (scope: Scope) => Promise<void>;
  readonly freeze: (scope: Scope) => Promise<void>;
  readonly thaw: (scope: Scope) => Promise<void>;
  readonly state: () => { readonly failure?: unknown };
  /** Has the pane show what a person does with the workbook as a whole. */
  readonly go: (section: "reports") => void;
}

type Action = (model: Model) => Promise<void>;

const COMMANDS: Readonly<Record<string, Action>> = {
  refresh: (model) => refresh(model, "workbook"),
  refreshSheet: (model) => refresh(model, "sheet"),
  refreshSelection: (model) => refresh(model, "selection"),
  async showReports(model) {
    model.go("reports");
    await Office.addin.showAsTaskpane();
  },
  freeze: (model) => shown(model, () => model.freeze("workbook")),
  thaw: (model) => shown(model, () => model.thaw("workbook")),
};

/** Gives the buttons their actions. What fails is told in the pane: a button has no place to show it. */
export function associateCommands(model: () => Promise<Model>): void {
  for (const [name, action] of Object.entries(COMMANDS)) {
    const run = async (event: Office.AddinCommands.Event): Promise<void> => {
      try {
        await action(await model());
      } catch {
        // Already told where the action could tell it.
      } finally {
        // Excel greys the button out until then.
        event.completed();
      }
    };
    Office.actions.associate(name, (event: Office.AddinCommands.Event) => void run(event));
  }
}

/** What went wrong is told in the pane, so that is shown then. */
async function refresh(model: Model, scope: Scope): Promise<void> {
  await model.refresh(scope);
  if (model.state().failure) await Office.addin.showAsTaskpane();
}

/** What cannot be undone by a key is told in the pane, with what was left as it is. */
async function shown(model: Model, action: () => Promise<void>): Promise<void> {
  model.go("reports");
  await Promise.all([action(), Office.addin.showAsTaskpane()]);
}
