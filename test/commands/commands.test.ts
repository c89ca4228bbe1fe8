import { associateCommands, type CommandStore } from "../../src/commands/commands";

type Handler = (event: { completed(): void }) => void;

/** Presses a button of the ribbon; resolves when Excel is told that the command is done. Tells what was done until then. */
async function press(
  name: string,
  actions: Partial<Record<keyof CommandStore, (given?: string) => unknown>>,
  failure?: object,
) {
  const done: string[] = [];
  const handlers = new Map<string, Handler>();
  const associate = (command: string, handler: Handler) => handlers.set(command, handler);
  const showAsTaskpane = () => Promise.resolve(void done.push("pane shown"));
  Object.assign(globalThis, { Office: { actions: { associate }, addin: { showAsTaskpane } } });
  const told = Object.fromEntries(
    Object.entries(actions).map(([action, run]) => [
      action,
      async (given?: string) => {
        await run(given);
        done.push(`${action} ${given}`);
      },
    ]),
  );
  const state = () => ({ failure, unsettled: [] });
  associateCommands(() => Promise.resolve({ ...told, state } as unknown as CommandStore));
  await new Promise<void>((completed) => handlers.get(name)?.({ completed }));
  return done;
}

const nothing = () => undefined;

test.each([
  ["refresh", ["refresh undefined"]],
  ["showReports", ["showSection reports", "pane shown"]],
  ["takeSnapshot", ["showSection reports", "pane shown", "takeSnapshots sheet"]],
  ["sendCopy", ["showSection reports", "pane shown", "sendCopy undefined"]],
])("The button of %s is done when what it does is, not before", async (name, done) => {
  const actions = {
    refresh: () => Promise.resolve(),
    showSection: nothing,
    sendCopy: nothing,
    takeSnapshots: nothing,
  };
  expect((await press(name, actions)).sort()).toEqual([...done].sort());
});

test("A refresh that fails shows the pane, which tells why", async () => {
  expect(await press("refresh", { refresh: nothing }, { message: "Not connected" })).toEqual([
    "refresh undefined",
    "pane shown",
  ]);
});

test.each([
  ["fails", () => Promise.reject(new Error("unavailable"))],
  [
    "throws at once",
    () => {
      throw new Error("not started");
    },
  ],
])(
  "A button whose action %s shows the pane, and is done, or Excel would disable it for good",
  async (_how, refresh) => {
    await expect(press("refresh", { refresh })).resolves.toEqual(["pane shown"]);
  },
);
