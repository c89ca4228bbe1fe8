import { associateCommands, type CommandStore } from "../../../src/excel/commands/commands";

type Handler = (event: { completed(): void }) => void;

const tick = () => new Promise(setImmediate);

interface Press {
  readonly state?: Partial<ReturnType<CommandStore["state"]>> | undefined;
  /** The store cannot be loaded. */
  readonly isLost?: boolean;
}

/** Presses a button of the ribbon. Tells what was done, in this order; Excel shows no pane before the command is completed. */
async function press(
  name: string,
  actions: Partial<Record<keyof CommandStore, (given?: string) => unknown>>,
  { state, isLost }: Press = {},
) {
  const done: string[] = [];
  const handlers = new Map<string, Handler>();
  const associate = (command: string, handler: Handler) => handlers.set(command, handler);
  const showAsTaskpane = async () => void (done.includes("completed") && done.push("pane shown"));
  Object.assign(globalThis, { Office: { actions: { associate }, addin: { showAsTaskpane } } });
  const told = Object.fromEntries(
    Object.entries(actions).map(([action, run]) => [
      action,
      async (given?: string) => {
        await run(given);
        done.push(given ? `${action} ${given}` : action);
      },
    ]),
  );
  const store = { ...told, state: () => ({ unsettled: [], ...state }) } as unknown as CommandStore;
  associateCommands(() => (isLost ? Promise.reject(new Error("no network")) : Promise.resolve(store)));
  handlers.get(name)?.({ completed: () => done.push("completed") });
  await tick();
  return done;
}

const nothing = () => undefined;

test.each([
  ["refresh", ["completed", "refresh"]],
  ["showReports", ["completed", "showSection reports", "pane shown"]],
  ["takeSnapshot", ["completed", "showSection reports", "pane shown", "takeSnapshots sheet"]],
  ["sendCopy", ["completed", "showSection reports", "pane shown", "sendCopy"]],
  ["explainCell", ["completed", "showSection explain", "pane shown"]],
  ["explainError", ["completed", "showSection activity", "pane shown", "askAboutCell"]],
])("The command %s is completed, then works, then shows the pane", async (name, done) => {
  const actions = {
    refresh: nothing,
    showSection: nothing,
    sendCopy: nothing,
    takeSnapshots: nothing,
    askAboutCell: nothing,
  };
  const [first, ...others] = await press(name, actions);
  expect([first, ...others.sort()]).toEqual([done[0], ...done.slice(1).sort()]);
});

const unknown = { address: "Sheet1!A1", code: "#NAME?", message: "" };

test.each<[string, Press["state"], string[]]>([
  ["that fails shows why", { failure: { message: "Not connected" } }, []],
  ["that leaves cells behind lists them", { unsettled: ["Sheet1!A1"] }, ["showSection activity"]],
  [
    "that meets unknown names lists them",
    { refreshed: { failures: [unknown] } } as unknown as Press["state"],
    ["showSection activity"],
  ],
])("A refresh %s in the pane", async (_how, state, shown) => {
  const done = await press("refresh", { refresh: nothing, showSection: nothing }, { state });
  expect(done.sort()).toEqual(["completed", "pane shown", "refresh", ...shown]);
});

test.each<[string, Press["state"], string[]]>([
  ["that formats all shows no pane", { result: formatted(3, []) }, []],
  ["that had to leave out a sheet says so", { result: formatted(3, ["P&L"]) }, ["pane shown"]],
  ["that found none says so", { result: formatted(0, []) }, ["pane shown"]],
  ["that fails shows why", { failure: { message: "Not possible" } }, ["pane shown"]],
])("A click on Format cells %s", async (_how, state, shown) => {
  const done = await press("formatCells", { formatCells: nothing }, { state });
  expect(done).toEqual(["completed", "formatCells", ...shown]);
});

function formatted(cells: number, protectedSheets: readonly string[]) {
  return { action: "format", cells, protectedSheets, isFitted: true, isOneStep: true } as const;
}

test("A button whose store cannot be loaded shows the pane, and is completed, or Excel would wait for it for good", async () => {
  expect(await press("refresh", {}, { isLost: true })).toEqual(["completed", "pane shown"]);
});

test("A button whose action fails shows the pane", async () => {
  const refresh = () => Promise.reject(new Error("unavailable"));
  expect(await press("refresh", { refresh })).toEqual(["completed", "pane shown"]);
});
