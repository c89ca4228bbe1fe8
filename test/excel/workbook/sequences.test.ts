/**
 * A workbook under everything that people, Excel and the service do to it, in any order: the ten sentences of the users' guide, as far
 * as a workbook can show them. `lean/play.ts` has the checks after each step. `sequences.slow.test.ts` plays more of them, and
 * `npm run soak -- workbook` plays longer ones for as long as you like.
 */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { createFigures, play, type Figures } from "./lean/play";
import { sequences, sequencesElsewhere, sequencesWithPane, type Between, type Sequence, type Step } from "./lean/steps";

test("A refresh is done, has failed, or names cells, and one question has one answer or two runs are told", async () => {
  const figures = createFigures();
  await fc.assert(
    fc.asyncProperty(sequences(12), (sequence) => play(sequence, figures)),
    { numRuns: runs(50) },
  );
  // Sequences that refresh nothing would hold all of this too.
  expect(figures.done).toBeGreaterThan(8);
  expect(figures.failed).toBeGreaterThan(2);
  expect(figures.unsettled).toBeGreaterThan(0);
});

test("While people connect to two services and move the workbook, all its numbers are of one", async () => {
  const figures = createFigures();
  await fc.assert(
    fc.asyncProperty(sequencesElsewhere(10), (sequence) => play(sequence, figures)),
    { numRuns: runs(30) },
  );
  expect(figures.elsewhere).toBeGreaterThan(10);
  expect(figures.moved).toBeGreaterThan(0);
  expect(figures.nights).toBeGreaterThan(3);
  expect(figures.failed).toBeGreaterThan(3);
  expect(figures.done).toBeGreaterThan(3);
});

test("While the pane is open, its looks change nothing, and its news are true", async () => {
  const figures = createFigures();
  await fc.assert(
    fc.asyncProperty(sequencesWithPane(12), (sequence) => play(sequence, figures)),
    { numRuns: runs(30) },
  );
  expect(figures.looked).toBeGreaterThan(5);
  expect(figures.news).toBeGreaterThan(0);
  expect(figures.done).toBeGreaterThan(5);
});

const call = (row: number, content: number, column = 1, from = 0): Step => ({
  do: "type",
  sheet: 0,
  row,
  column,
  content,
  from,
});
const refresh = (rest: Partial<Step & { do: "refresh" }> = {}): Step => ({
  do: "refresh",
  between: { what: "nothing" },
  ...rest,
});
const otherRefreshes = { what: "other", at: 0, row: 0, content: 0, does: "refreshes" } as const;
const editing = (at: number, content: number) =>
  ({ what: "editing", at, turns: 0, types: true, row: 0, content }) as const;

interface Circumstances extends Partial<Sequence> {
  /** How its refreshes end; most examples need no more than that nothing is wrong. */
  readonly ends?: Partial<Figures>;
}

const connectElsewhere: Step = { do: "connect", isElsewhere: true };
const moveService = (between: Between): Step => ({ do: "moveService", between });

/** Each has once broken the sentence of the users' guide that it stands under. */
const EXAMPLES: Readonly<Record<string, readonly [string, readonly Step[], Circumstances][]>> = {
  "A refresh asks for everything before it touches a cell": [
    [
      "a service that fails leaves cells of which nothing is known as they were",
      [call(0, 0), { do: "reopen", isSaved: false, isConnected: true }, { do: "fail", status: 500 }, refresh()],
      {},
    ],
    [
      "a cell that another person has entered keeps its number if the service fails on it",
      [
        call(2, 0, 1, 1),
        refresh({ between: { what: "other", at: 0, row: 2, content: 0, does: "types" } }),
        { do: "deleteParts" },
        { do: "fail", status: 500 },
        refresh(),
      ],
      {},
    ],
    [
      "a refresh fails if the service fails on a cell of which nothing is known",
      [
        call(0, 0),
        call(0, 12, 2),
        { do: "type", sheet: 1, row: 0, column: 1, content: 4, from: 0 },
        { do: "type", sheet: 1, row: 0, column: 2, content: 13, from: 0 },
        { do: "deleteParts" },
        { do: "other" },
        refresh({ between: { what: "service", at: 3, status: 500 } }),
      ],
      {},
    ],
    [
      "a formula that reads our cells is as it was if the workbook calculates by hand and the refresh fails",
      [
        call(0, 5, 3),
        call(0, 0, 4),
        { do: "rename", sheet: 0 },
        { do: "calculateByHand" },
        { do: "pass" },
        refresh({ between: { what: "service", at: 1, status: 500 } }),
      ],
      {},
    ],
    [
      "a refresh does not fail if the plan of an unknown cell is gone",
      [
        call(0, 0),
        call(1, 0, 2, 1),
        { do: "lose", plan: 0 },
        { do: "deleteParts" },
        { do: "reopen", isSaved: false, isConnected: true },
        refresh(),
      ],
      { ends: { done: 1 } },
    ],
  ],
  "Afterwards each cell shows the new number, or an error of its own": [
    [
      "a clock that is ahead of the service's takes no old number for a newer one",
      [call(0, 11), { do: "run", plan: 1, scenario: 2 }, { do: "pass" }, refresh()],
      { saysWhen: true, clocks: [600, 0] },
    ],
    [
      "a refresh asks what another person has entered, and does not take their number for a new one",
      [{ do: "other" }, call(0, 0), { do: "other" }, call(1, 0), { do: "lose", plan: 0 }, refresh()],
      {},
    ],
    [
      "a cell that calls no function any more is not waited for",
      [
        { do: "type", sheet: 0, row: 1, column: 2, content: 0, from: 2 },
        { do: "sort", sheet: 0, last: 1 },
        { do: "run", plan: 0, scenario: 1 },
        { do: "delete", line: "row", sheet: 0, at: 1 },
        { do: "pass" },
        refresh({ between: { what: "service", at: 2, status: 500 } }),
      ],
      { saysWhen: true },
    ],
    [
      "a cell whose argument is in error, so that it calls nothing, is not said to be out of date",
      [
        { do: "type", sheet: 0, row: 0, column: 2, content: 0, from: 3 },
        refresh({ hasNews: true, between: { what: "cancel", at: 0 } }),
        call(3, 0, 1, 1),
        { do: "clear", sheet: 0, row: 0, column: 0 },
        refresh({ between: { ...editing(0, 0), types: false } }),
      ],
      {},
    ],
    [
      "nor is one whose argument has come to be in error by this very refresh",
      [
        call(4, 0),
        call(4, 12, 2, 4),
        refresh({ between: { ...editing(0, 1), row: 4 } }),
        { do: "lose", plan: 1 },
        refresh(),
      ],
      {},
    ],
    [
      "a cell in error whose call another cell has had answered since is calculated too",
      [{ do: "fail", status: 500 }, call(1, 0, 2), { do: "heal" }, call(0, 0, 2), refresh()],
      {},
    ],
    [
      "a cell in error shows the error that its call has come to now",
      [
        call(0, 0, 1, 1),
        { do: "lose", plan: 0 },
        refresh({ between: { what: "leave", at: 10, turns: 0 } }),
        call(1, 0, 1, 1),
        refresh({ between: { what: "leave", at: 10, turns: 0 } }),
      ],
      {},
    ],
    [
      "a cell that was sorted to where another made a call that fails is refreshed",
      [call(2, 0, 1, 1), call(1, 0), { do: "sort", sheet: 0, last: 3 }, refresh({ hasNews: true })],
      {},
    ],
    [
      "of two tables that were sorted, the one that keeps its formula's place is refreshed too",
      [
        call(0, 1, 4),
        refresh({ hasNews: true }),
        call(3, 0, 4),
        { do: "sort", sheet: 0, last: 3 },
        refresh({ hasNews: true }),
      ],
      {},
    ],
    [
      "a table that was sorted to where another one with the same corner was is refreshed",
      [call(0, 1, 4), call(3, 0, 4), { do: "sort", sheet: 0, last: 3 }, refresh({ hasNews: true })],
      {},
    ],
    [
      "the call of a cell that was sorted before the first refresh is found",
      [
        { do: "type", sheet: 1, row: 0, column: 1, content: 0, from: 3 },
        { do: "type", sheet: 1, row: 4, column: 1, content: 0, from: 1 },
        { do: "sort", sheet: 1, last: 4 },
        { do: "type", sheet: 0, row: 0, column: 0, content: 0, from: 0 },
        refresh({ hasNews: true }),
      ],
      {},
    ],
    [
      "a formula around a call is waited for from when its call returns, not from when it starts",
      [call(0, 0, 1, 3), { do: "reopen", isSaved: false, isConnected: true }, refresh({ hasNews: true })],
      { keepsOldValues: true },
    ],
    [
      "a cell that calls again is awaited even if it shows its former call's new result",
      [
        { do: "run", plan: 0, scenario: 0 },
        call(0, 4),
        call(0, 13, 2),
        { do: "reopen", isSaved: false, isConnected: true },
        refresh({ hasNews: true }),
      ],
      { keepsOldValues: true },
    ],
    [
      "a cell is awaited although another cell now makes its former call",
      [
        call(0, 0),
        call(0, 12, 2),
        call(1, 8),
        call(1, 14, 2, 1),
        { do: "run", plan: 0, scenario: 0 },
        { do: "run", plan: 0, scenario: 0 },
        refresh({ hasNews: true }),
      ],
      { keepsOldValues: true },
    ],
    [
      "a cell that makes the call of another cell after the commit is awaited",
      [
        { do: "run", plan: 0, scenario: 0 },
        call(3, 4),
        call(3, 13, 2, 3),
        call(3, 1),
        refresh({ hasNews: true, between: { what: "service", at: 0, status: 500 } }),
        call(0, 4),
        call(0, 13, 2),
        { do: "delete", line: "column", sheet: 0, at: 0 },
        refresh(),
      ],
      { keepsOldValues: true },
    ],
    [
      "a formula around a call is calculated although its cell is also said to make a call that moved away",
      [
        call(3, 0, 1, 1),
        { do: "insert", line: "row", sheet: 0, at: 0 },
        call(3, 0, 1, 3),
        { do: "run", plan: 0, scenario: 0 },
        refresh(),
      ],
      { ends: { done: 1 } },
    ],
    [
      "what depends on a chain of two calls is calculated in a workbook that calculates by hand",
      [
        call(4, 4),
        call(4, 13, 2, 4),
        call(1, 0, 1, 1),
        { do: "calculateByHand" },
        call(0, 0, 3, 4),
        { do: "run", plan: 0, scenario: 0 },
        refresh({ hasNews: true }),
        refresh({ between: { what: "leave", at: 9, turns: 0 } }),
      ],
      {},
    ],
    [
      "what is two steps behind a call is calculated if Excel goes one step by itself",
      // D1 reads D2, which reads the call in B1. Fails without `sheet.calculate`.
      [call(0, 0), call(1, 1, 3), call(0, 9, 3), refresh({ hasNews: true })],
      { isShallow: true, ends: { done: 1 } },
    ],
    [
      "a refresh that finds nothing new replaces older numbers of which nothing is known",
      [
        call(1, 0),
        call(1, 12, 2, 1),
        { do: "copy", sheet: 0 },
        refresh({ hasNews: true, between: { ...otherRefreshes, at: 15 } }),
        refresh({ between: otherRefreshes }),
        { do: "insert", line: "row", sheet: 0, at: 0 },
        { do: "reopen", isSaved: false, isConnected: true },
        refresh(),
      ],
      {},
    ],
  ],
  "A cell that Excel has not updated is named": [
    [
      "cells of which nothing was known are named to a user who cancels",
      [
        call(0, 0),
        call(0, 12, 2),
        { do: "copy", sheet: 0 },
        { do: "deleteParts" },
        { do: "other" },
        refresh({ hasNews: true, between: { what: "leave", at: 21, turns: 0 } }),
      ],
      {},
    ],
    [
      "a cell that has not called in time is calculated at the next refresh again",
      [
        call(4, 0),
        refresh({ hasNews: true }),
        refresh({ between: { what: "other", at: 0, row: 4, content: 1, does: "types" } }),
        refresh({ hasNews: true }),
      ],
      {},
    ],
  ],
  "A call that first appears during a refresh asks by itself": [
    [
      "a cell that is entered while a refresh is under way shows what it brings",
      [call(0, 1, 4), { do: "run", plan: 1, scenario: 1 }, refresh({ between: editing(3, 7) })],
      {},
    ],
    [
      "the answer to a cell that is entered while a refresh is under way is asked once",
      [refresh({ between: editing(0, 9) }), { do: "run", plan: 1, scenario: 0 }, call(0, 9, 4)],
      {},
    ],
    [
      "a cell that is entered while a refresh is under way finds a plan that was not there before",
      [{ do: "lose", plan: 1 }, { do: "restore", plan: 1 }, refresh({ between: editing(3, 7) })],
      {},
    ],
    [
      "a cell that is typed while the next refresh shows the former one is refreshed",
      [
        call(4, 0),
        call(4, 12, 2, 4),
        call(4, 4),
        call(4, 13, 2, 4),
        { do: "run", plan: 0, scenario: 0 },
        refresh({ between: { what: "leave", at: 20, turns: 1 } }),
        refresh({ between: editing(3, 0) }),
      ],
      {},
    ],
    [
      "a call that first appears after the commit is awaited, and its failure is its cell's own",
      [
        { do: "lose", plan: 0 },
        { do: "run", plan: 0, scenario: 0 },
        call(0, 0),
        call(0, 12, 2),
        refresh({ between: { what: "leave", at: 9, turns: 0 } }),
        { do: "restore", plan: 0 },
        { do: "run", plan: 0, scenario: 0 },
        refresh({ hasNews: true, between: { what: "lateService", status: 500 } }),
      ],
      {},
    ],
    [
      "a call that had failed, and is made again after the commit, is awaited too",
      [
        { do: "lose", plan: 0 },
        call(0, 0),
        call(0, 12, 2),
        refresh({ hasNews: true, between: { what: "service", at: 0, status: 500 } }),
        { do: "restore", plan: 0 },
        call(0, 8),
        call(0, 14, 2),
        refresh({ between: { what: "lateService", status: 500 } }),
      ],
      {},
    ],
  ],
  "A formula that is added later may be newer than the rest, and this is told": [
    [
      "a formula that is entered in a workbook just opened gets newer numbers",
      [call(0, 0), { do: "reopen", isSaved: true, isConnected: true }, { do: "run", plan: 0, scenario: 0 }, call(1, 3)],
      {},
    ],
    [
      "cells of a sheet that was renamed are older than it",
      [
        { do: "type", sheet: 1, row: 0, column: 2, content: 0, from: 0 },
        { do: "rename", sheet: 1 },
        { do: "run", plan: 0, scenario: 1 },
        refresh(),
        call(0, 4, 4),
      ],
      {},
    ],
    [
      "a cell that is entered after the workbook was opened, and gets an older number, makes the age older",
      [
        call(0, 10, 4),
        call(0, 4),
        call(0, 13, 2),
        refresh({ hasNews: true }),
        { do: "reopen", isSaved: true, isConnected: true },
        call(0, 0),
      ],
      { saysWhen: true },
    ],
  ],
  "If two people refresh, one refresh wins as a whole": [
    [
      "a cell that another person enters while a refresh is under way shows that its plan is gone",
      [
        call(0, 3, 1, 1),
        { do: "lose", plan: 1 },
        refresh({ between: { what: "other", at: 0, does: "types", row: 0, content: 1 } }),
      ],
      {},
    ],
    [
      "a row that another person inserts after a refresh brings no old number back",
      [
        call(0, 0),
        { do: "other" },
        { do: "other" },
        refresh({ hasNews: true }),
        { do: "other" },
        { do: "insert", line: "row", sheet: 0, at: 0 },
      ],
      {},
    ],
    [
      "a cell that another person enters after a refresh agrees with the others",
      [call(0, 0), { do: "other" }, { do: "other" }, refresh({ hasNews: true }), { do: "other" }, call(1, 0)],
      {},
    ],
    [
      "a cell that calculates while another person's refresh is under way is not taken for one that calls nothing",
      [
        call(0, 0),
        refresh({ hasNews: true, between: { what: "other", at: 9, row: 0, content: 0, does: "refreshes" } }),
        { do: "other" },
        { do: "lose", plan: 0 },
        refresh({ between: { what: "leave", at: 5, turns: 0 } }),
        refresh({ between: { what: "other", at: 0, row: 1, content: 0, does: "types" } }),
      ],
      {},
    ],
    [
      "of two people who refresh a workbook without a ledger at once, neither is told that old numbers are new",
      [
        call(0, 0),
        call(0, 0, 0),
        { do: "reopen", isSaved: false, isConnected: true },
        refresh({ hasNews: true, between: { what: "other", at: 0, row: 0, content: 0, does: "refreshes" } }),
      ],
      {},
    ],
    [
      "a cell of another person follows where this person has had a newer answer to its call",
      [{ do: "other" }, call(1, 0, 2), { do: "run", plan: 0, scenario: 1 }, { do: "other" }, call(0, 0, 2)],
      {},
    ],
    [
      "what a person's add-in remembers does not stand beside what another has refreshed",
      [
        call(0, 0, 2),
        refresh({ between: { what: "other", at: 0, row: 0, content: 0, does: "refreshes" } }),
        refresh({ hasNews: true, between: { what: "leave", at: 9, turns: 0 } }),
        { do: "other" },
        call(0, 10, 4),
      ],
      {},
    ],
    [
      "a number that one person's refresh has taken away does not come back from another's memory",
      [
        { do: "type", sheet: 1, row: 0, column: 1, content: 0, from: 0 },
        call(0, 9),
        { do: "lose", plan: 0 },
        refresh({ hasNews: true, between: { what: "other", at: 0, row: 0, content: 7, does: "types" } }),
      ],
      {},
    ],
    [
      "a call that is answered from memory during another's refresh is asked again",
      [
        refresh({ between: { what: "other", at: 0, row: 0, content: 7, does: "types" } }),
        refresh({ hasNews: true, between: { what: "cancel", at: 0 } }),
        refresh({ between: { what: "lateService", status: 500 } }),
        { do: "lose", plan: 1 },
        refresh({ between: { what: "other", at: 0, row: 1, content: 1, does: "types" } }),
      ],
      { saysWhen: false, blank: null },
    ],
    [
      "a cell that another person's Excel has calculated is refreshed if this one's calculates by hand",
      [
        refresh({ hasNews: true, between: { what: "other", at: 0, row: 0, content: 0, does: "refreshes" } }),
        { do: "calculateByHand" },
        refresh({ hasNews: true, between: { what: "cancel", at: 0 } }),
        { do: "reopen", isSaved: false, isConnected: false },
        call(0, 0),
        call(0, 12, 2),
        { do: "copy", sheet: 0 },
        { do: "reopen", isSaved: false, isConnected: true },
        refresh({ between: { what: "other", at: 0, row: 1, content: 0, does: "types" } }),
        refresh({ hasNews: true, between: { what: "leave", at: 11, turns: 0 } }),
      ],
      { saysWhen: false, blank: null },
    ],
    [
      "a number from another add-in's memory does not stay beside a newer one if the service fails",
      [
        call(0, 0, 2),
        refresh({ hasNews: true, between: otherRefreshes }),
        { do: "fail", status: 500 },
        call(0, 4),
        call(0, 13, 2),
      ],
      {},
    ],
  ],
  "If the kept numbers were removed from the file, their age is unknown": [
    [
      "until a refresh, a formula that is entered may be newer than the rest",
      [
        call(0, 0),
        { do: "pass" },
        { do: "deleteParts" },
        { do: "reopen", isSaved: false, isConnected: true },
        { do: "run", plan: 0, scenario: 0 },
        call(1, 0),
        refresh(),
      ],
      { ends: { unknown: 1, told: 1, done: 1 } },
    ],
    [
      "also if what was entered since was kept, and the workbook is opened once more",
      [
        call(0, 0),
        { do: "reopen", isSaved: false, isConnected: true },
        { do: "run", plan: 0, scenario: 0 },
        call(1, 0),
        { do: "reopen", isSaved: true, isConnected: true },
      ],
      { ends: { unknown: 1, told: 2 } },
    ],
  ],
  "A workbook knows its service": [
    [
      "a person who is connected elsewhere refreshes nothing, and moves it as a whole",
      [call(0, 0), connectElsewhere, refresh(), moveService({ what: "nothing" })],
      { ends: { failed: 1, moved: 1, done: 1 } },
    ],
    [
      "a move changes nothing if the service fails",
      [call(0, 0), connectElsewhere, moveService({ what: "service", at: 1, status: 500 })],
      { ends: { failed: 1, moved: 0 } },
    ],
    [
      "another person adopts the move, and adds nothing of the former service",
      [
        call(0, 0),
        { do: "other" },
        { do: "other" },
        connectElsewhere,
        moveService(otherRefreshes),
        { do: "other" },
        call(1, 1),
      ],
      { ends: { moved: 1 } },
    ],
  ],
  "A file that the command line has refreshed shows its numbers to whoever opens it": [
    [
      "without a request, and is refreshed by the next person",
      [call(0, 0), call(0, 12, 2), { do: "night", hasNews: true }, { do: "other" }, refresh({ hasNews: true })],
      { ends: { nights: 1, done: 1 } },
    ],
    [
      "and an answer of the evening is in nobody's memory",
      [call(0, 0), { do: "other" }, { do: "night", hasNews: true }, call(1, 0), { do: "other" }, call(2, 0)],
      { ends: { nights: 1, told: 0 } },
    ],
  ],
};

describe.each(Object.entries(EXAMPLES))("%s:", (_sentence, examples) => {
  test.each(examples)("%s", async (_what, steps, { ends = {}, ...rest }) => {
    const figures = createFigures();
    await play({ saysWhen: false, blank: null, clocks: [0, 0], steps, ...rest }, figures);
    expect(figures).toMatchObject(ends);
  });
});
