/** The start in an Excel that loses a request: cells show why, and are calculated once the workbook can be read. */
import type { Starter } from "../../../src/excel/addin/start";

type Call = (...values: unknown[]) => Promise<unknown>;

/** Milliseconds after which a start is repeated. */
const START_AGAIN = 30_000;

const calls = new Map<string, Call>();

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "performance"] });
  jest.resetModules();
});
afterEach(() => jest.useRealTimers());

/** The add-in as its page wires it, in a workbook of this process, with modules of its own. */
async function openAddin(onStarted: (hadFailed: boolean) => Promise<void>) {
  const { openLeanWorkbook } = await import("../workbook/lean/leanSetup");
  const { nthRequest } = await import("../workbook/lean/losses");
  const { createStarter } = await import("../../../src/excel/addin/start");
  const { registerFunctions } = await import("../../../src/excel/addin/registration");
  const world = await openLeanWorkbook(["Sheet1"], { "Sheet1!A1": '=INSIGHTS.KPI("Plan","One","ebit")' });
  await world.person.save();
  Object.assign(globalThis, {
    Office: { onReady: () => Promise.resolve(), context: {} },
    // A page without the build's own words.
    document: { querySelector: () => null },
    CustomFunctions: {
      associate: (id: string, run: Call) => calls.set(id, run),
      Error: class extends Error {
        constructor(code: string, message: string) {
          super(`${code} ${message}`);
        }
      },
      ErrorCode: { notAvailable: "#N/A", invalidValue: "#VALUE!" },
    },
  });
  const starter: Starter = createStarter(onStarted);
  registerFunctions(starter);
  return { world, starter, nthRequest };
}

const call = () =>
  (calls.get("KPI") as Call)("Plan", "One", "ebit", { address: "Sheet1!A1" }).catch(({ message }: Error) => message);

// Request 1 is Office's own: nobody waits for it.
test.each([0, 2, 3])("Cells show why if request %s is lost, and their number once it is answered", async (at) => {
  const started: boolean[] = [];
  const { world, starter, nthRequest } = await openAddin(async (hadFailed) => void started.push(hadFailed));
  world.losses.lose("lost", nthRequest(at));
  expect(await call()).toContain("Excel has not answered.");
  expect(world.losses.hasLost()).toBe(true);
  // The pane opens all the same.
  expect(await starter.connected()).toHaveProperty("session");
  expect(started).toEqual([]);
  await jest.advanceTimersByTimeAsync(START_AGAIN);
  await starter.started();
  expect(started).toEqual([true]);
  expect(await call()).toBe(world.value("Sheet1!A1"));
  world.close();
});
