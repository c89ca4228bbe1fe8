/** The store's state and the errors of actions, without a workbook. */
import { notePlan } from "../../../src/excel/actions/connection/notedPlans";
import {
  failureOf,
  nothingChanged,
  plansKnown,
  reload,
  runAction,
  runInBackground,
  setState,
  stopperOf,
  waitOf,
  type StoreContext,
} from "../../../src/excel/actions/context";
import { NO_MARKS, type PlanMarks } from "../../../src/excel/actions/connection/planMarks";
import type { StoreState } from "../../../src/excel/actions/storeState";
import { InsightsError, type Plan, type Session } from "../../../src/insights";

function contextOf(state: Partial<StoreState> = {}, others: Partial<StoreContext> = {}): StoreContext {
  const listeners = new Set<() => void>();
  return {
    state: { planMarks: NO_MARKS, appUrl: "https://app.example", ...state },
    listeners,
    ...others,
  } as StoreContext;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("A listener that removes itself does not keep the next from hearing", () => {
  const context = contextOf();
  const heard: string[] = [];
  const first = () => {
    heard.push("first");
    context.listeners.delete(first);
  };
  context.listeners.add(first).add(() => void heard.push("second"));
  setState(context, { isBusy: true });
  setState(context, { section: "grid" });
  expect(heard).toEqual(["first", "second", "second"]);
  expect(context.state).toMatchObject({ isBusy: true, section: "grid" });
});

test("Settings are shown only if they are others than before", async () => {
  const settings = { plan: "p1" };
  const context = contextOf({ settings }, { settings: { current: settings }, reload: () => Promise.resolve() });
  const before = context.state;
  await reload(context);
  expect(context.state).toBe(before);
  context.settings.current = { plan: "p2" };
  await reload(context);
  expect(context.state.settings).toEqual({ plan: "p2" });
});

test("A plan that was used is marked on the device, by its service", () => {
  const written: [string, PlanMarks][] = [];
  const markedPlans = {
    read: () => NO_MARKS,
    write: (appUrl: string, marks: PlanMarks) => written.push([appUrl, marks]),
  };
  const context = contextOf({}, { markedPlans });
  notePlan(context, undefined);
  expect(written).toEqual([]);
  notePlan(context, "p1");
  expect(written).toEqual([["https://app.example", context.state.planMarks]]);
  expect(context.state.planMarks.recent).toEqual(["p1"]);
});

test("Waiting takes the store's clock", async () => {
  const waits: number[] = [];
  const after = (milliseconds: number, task: () => void) => {
    waits.push(milliseconds);
    task();
    return () => {};
  };
  await waitOf(contextOf({}, { after }))(250);
  expect(waits).toEqual([250]);
});

test("An action removes the failure before it, work in the background does not", async () => {
  const failure = { message: "Before" };
  const context = contextOf({ failure });
  await runInBackground(context, () => Promise.resolve());
  expect(context.state.failure).toBe(failure);
  await runAction(context, () => {
    expect(context.state.failure).toBeUndefined();
    return Promise.resolve();
  });
  expect(context.state.failure).toBeUndefined();
  await runInBackground(context, () => Promise.reject(new Error("Behind")));
  expect(context.state.failure).toEqual({ message: "Behind" });
});

const officeError = Object.assign(new Error("The argument is invalid."), {
  code: "InvalidArgument",
  debugInfo: { errorLocation: "Range.values" },
});

test.each([
  ["of the client as it is", new InsightsError("refused", "No."), { message: "No.", kind: "refused" }],
  [
    "of Office under Excel's name, and where it arose",
    officeError,
    { message: expect.stringMatching(/^Excel could not do that: The arg/) as string, location: "Range.values" },
  ],
  ["of other code as it is", new Error("Choose a plan."), { message: "Choose a plan." }],
  ["of a text as it is", "odd", { message: "odd" }],
  ["of an object with a code as its text", { code: 5 }, { message: "[object Object]" }],
  [
    "of the network with what may block it",
    new InsightsError("unreachable", "No answer."),
    {
      message: "No answer.",
      kind: "unreachable",
      details: expect.stringContaining("If it is in your company's network, allow") as string,
    },
  ],
])("A failure shows the message %s", (_what, error, failure) => {
  expect(failureOf(error)).toEqual(failure);
});

test.each([
  ["the client", new InsightsError("unavailable", "It answered 503."), "It answered 503. No cell has changed."],
  ["other code", new Error("Odd."), "Odd. No cell has changed."],
  ["Office", officeError, "Excel could not do that: The argument is invalid. No cell has changed."],
])("A failed refresh adds to an error of %s that no cell has changed", (_whose, error, message) => {
  const shown = nothingChanged(error) as Error;
  expect(shown).toMatchObject({ message, cause: error });
  expect(failureOf(shown).location).toBe(failureOf(error).location);
  expect((shown as InsightsError).kind).toBe((error as InsightsError).kind);
});

test("A refresh that the user cancelled adds nothing", () => {
  const error = new InsightsError("cancelled", "Cancelled.");
  expect(nothingChanged(error)).toBe(error);
});

describe("the stopper of an event handler", () => {
  test("removes it as soon as it is registered", async () => {
    const remove = jest.fn(() => Promise.resolve());
    let register: (remove: () => Promise<void>) => void = () => {};
    const stop = stopperOf(new Promise((resolve) => (register = resolve)));
    stop();
    await turn();
    expect(remove).not.toHaveBeenCalled();
    register(remove);
    await turn();
    expect(remove).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["registration", Promise.reject<() => Promise<void>>(new Error("busy"))],
    ["removal", Promise.resolve(() => Promise.reject(new Error("gone")))],
  ])("ignores a failed %s", async (_what, registration) => {
    const unhandled = jest.fn();
    process.once("unhandledRejection", unhandled);
    stopperOf(registration)();
    await turn();
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

test("Plans are those in memory, else those listed, else none", () => {
  const plan = (name: string): Plan => ({ id: name, name, currency: "EUR", scenarios: [] });
  const generation = { peekPlans: () => [plan("Held")] };
  const namesOf = (session: object, plans?: readonly Plan[]) =>
    plansKnown(contextOf({ plans }, { session: session as Session })).map(({ name }) => name);
  expect(namesOf({ generation }, [plan("Listed")])).toEqual(["Held"]);
  expect(namesOf({}, [plan("Listed")])).toEqual(["Listed"]);
  expect(namesOf({})).toEqual([]);
});
