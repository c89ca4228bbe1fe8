/**
 * A workbook under everything that people, Excel and the service do to it, in any order. A refresh ends in one of three ways: done,
 * and every cell shows what the service says now; failed, and every cell shows what it did; or done but for cells that it
 * names, and these are exactly the ones that do not. And at any time one question has one answer everywhere.
 * `sequences.slow.test.ts` plays more of them, and `npm run soak -- workbook` plays longer ones for as long as you like.
 */
import fc from "fast-check";
import { runs } from "../propertyOptions";
import { createFigures, play, type Figures } from "./lean/play";
import { sequences, sequencesElsewhere, type Sequence, type Step } from "./lean/steps";

test("A refresh ends in one of three ways, and one question has one answer", async () => {
  const figures = createFigures();
  await fc.assert(
    fc.asyncProperty(sequences(12), (sequence) => play(sequence, figures)),
    { numRuns: runs(300) },
  );
  // Sequences that refresh nothing would hold all of this too.
  expect(figures.done).toBeGreaterThan(50);
  expect(figures.failed).toBeGreaterThan(16);
  expect(figures.takenBack).toBeGreaterThan(1);
  expect(figures.unsettled).toBeGreaterThan(1);
});

test("While people connect to another service, no number of it gets in", async () => {
  const figures = createFigures();
  await fc.assert(
    fc.asyncProperty(sequencesElsewhere(10), (sequence) => play(sequence, figures)),
    { numRuns: runs(100) },
  );
  expect(figures.elsewhere).toBeGreaterThan(50);
  expect(figures.failed).toBeGreaterThan(16);
  expect(figures.done).toBeGreaterThan(16);
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
  scope: "workbook",
  selected: 0,
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

/** Each has once broken what is said here. */
const EXAMPLES: [string, readonly Step[], Circumstances][] = [
  [
    "a service that fails leaves cells of a workbook without a ledger as they were",
    [call(0, 0), { do: "reopen", isSaved: false, isConnected: true }, { do: "fail", status: 500 }, refresh()],
    {},
  ],
  [
    "a clock that is ahead of the service's holds no old number against a new one",
    [call(0, 11), { do: "run", plan: 1, scenario: 2 }, { do: "pass" }, refresh()],
    { saysWhen: true, clocks: [600, 0] },
  ],
  [
    "a formula that is entered in a workbook just opened, and gets newer numbers, brings the others along",
    [call(0, 0), { do: "reopen", isSaved: true, isConnected: true }, { do: "run", plan: 0, scenario: 0 }, call(1, 3)],
    {},
  ],
  [
    "cells of a sheet that was renamed are brought along too",
    [
      { do: "type", sheet: 1, row: 0, column: 2, content: 0, from: 0 },
      { do: "rename", sheet: 1 },
      { do: "run", plan: 0, scenario: 1 },
      refresh({ scope: "sheet" }),
      call(0, 4, 4),
    ],
    {},
  ],
  [
    "a refresh asks what another person has entered, and does not take their number for a new one",
    [{ do: "other" }, call(0, 0), { do: "other" }, call(1, 0), { do: "lose", plan: 0 }, refresh()],
    {},
  ],
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
    "a cell that is entered while a selection is refreshed brings others along, although the refresh asks for neither",
    [
      { do: "type", sheet: 1, row: 0, column: 1, content: 1, from: 0 },
      refresh({ scope: "sheet", hasNews: true }),
      refresh({ scope: "selection", between: editing(0, 7) }),
    ],
    {},
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
    "a cell of the refreshed sheet that makes another call in the midst of it shows what is new, although that was not asked for",
    [
      call(0, 0, 2),
      { do: "type", sheet: 1, row: 0, column: 1, content: 0, from: 0 },
      refresh({ scope: "sheet", hasNews: true, between: editing(0, 1) }),
    ],
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
    "a cell that has not called in time is calculated at the next refresh again",
    [
      call(4, 0),
      refresh({ hasNews: true }),
      refresh({ between: { what: "other", at: 0, row: 4, content: 1, does: "types" } }),
      refresh({ hasNews: true }),
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
    "a formula on top of ours follows also where the workbook calculates by hand and the refresh fails",
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
    "nor where the service fails, so that it cannot be asked",
    [
      call(0, 0, 2),
      refresh({ between: { what: "other", at: 0, row: 0, content: 0, does: "refreshes" } }),
      refresh({ hasNews: true, between: { what: "leave", at: 9, turns: 0 } }),
      { do: "other" },
      { do: "fail", status: 500 },
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
    "a cell that another person's Excel has calculated is refreshed where one calculates by hand",
    [
      refresh({ hasNews: true, between: { what: "other", at: 0, row: 0, content: 0, does: "refreshes" } }),
      { do: "calculateByHand" },
      refresh({ hasNews: true, between: { what: "cancel", at: 0 } }),
      { do: "reopen", isSaved: false, isConnected: false },
      call(0, 0),
      call(0, 12, 2),
      { do: "copy", sheet: 0 },
      { do: "reopen", isSaved: false, isConnected: true },
      refresh({ scope: "sheet", between: { what: "other", at: 0, row: 1, content: 0, does: "types" } }),
      refresh({ hasNews: true, between: { what: "leave", at: 11, turns: 0 } }),
    ],
    { saysWhen: false, blank: null },
  ],
  [
    "a cell that another person has entered keeps its number where the service fails on it",
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
    "a cell in error whose call another cell has had answered since is calculated too",
    [{ do: "fail", status: 500 }, call(1, 0, 2), { do: "heal" }, call(0, 0, 2), refresh()],
    {},
  ],
  [
    "a cell that was sorted to where another made a call that fails is refreshed",
    [call(2, 0, 1, 1), call(1, 0), { do: "sort", sheet: 0, last: 3 }, refresh({ hasNews: true })],
    {},
  ],
  [
    "a selected cell that another person has entered is asked for, and the refresh fails where the service does",
    [
      call(0, 0),
      refresh({ between: { what: "other", at: 4, row: 5, content: 0, does: "types" } }),
      refresh({ scope: "selection", selected: 5, hasNews: true, between: { what: "service", at: 1, status: 500 } }),
    ],
    {},
  ],
  [
    "cells of a workbook without a ledger follow when another sheet is refreshed",
    [
      { do: "type", sheet: 1, row: 0, column: 1, content: 10, from: 0 },
      call(0, 0, 2),
      { do: "deleteParts" },
      { do: "other" },
      refresh({ hasNews: true, between: { what: "service", at: 0, status: 500 } }),
      refresh({ scope: "sheet" }),
    ],
    {},
  ],
  [
    "cells of a workbook without a ledger follow when a formula is entered",
    [call(0, 0), { do: "reopen", isSaved: false, isConnected: true }, { do: "run", plan: 0, scenario: 0 }, call(1, 0)],
    {},
  ],
  [
    "a restored number follows when a formula is entered that shows a newer one",
    [
      call(0, 2),
      { do: "reopen", isSaved: false, isConnected: true },
      refresh({ hasNews: true, between: { what: "service", at: 1, status: 500 } }),
      call(1, 8),
    ],
    { saysWhen: false, blank: null },
  ],
  [
    "a formula that is entered after a refresh has failed on a call that appeared late agrees with the others",
    [
      call(0, 7, 1, 3),
      call(0, 2, 2),
      ...Array.from({ length: 6 }, (): Step => ({ do: "run", plan: 0, scenario: 1 })),
      refresh({ between: { what: "service", at: 2, status: 500 } }),
      call(1, 4),
    ],
    { saysWhen: true, ends: { failed: 1, takenBack: 1 } },
  ],
  [
    "a cell that is entered while a refresh is under way finds a plan that was not there before",
    [{ do: "lose", plan: 1 }, { do: "restore", plan: 1 }, refresh({ between: editing(3, 7) })],
    {},
  ],
  [
    "a cell in error shows the error that its call has come to now",
    [
      call(0, 0, 1, 1),
      { do: "lose", plan: 0 },
      refresh({ scope: "selection", selected: 1, between: { what: "leave", at: 10, turns: 0 } }),
      call(1, 0, 1, 1),
      refresh({ between: { what: "leave", at: 10, turns: 0 } }),
    ],
    {},
  ],
  [
    "a call that appears while a sheet is refreshed gets the numbers that the refresh brings",
    [
      call(0, 0),
      refresh({ between: { what: "other", at: 0, row: 0, content: 0, does: "refreshes" } }),
      refresh({ hasNews: true, between: { ...editing(0, 0), types: false } }),
      call(0, 0, 2, 3),
      refresh({ scope: "sheet", hasNews: true, between: { what: "other", at: 0, row: 3, content: 7, does: "types" } }),
    ],
    {},
  ],
  [
    "a cell whose call nobody knows shows what others do after a refresh has failed",
    [
      call(0, 0),
      call(0, 1, 4),
      { do: "reopen", isSaved: false, isConnected: true },
      refresh({ hasNews: true, between: { what: "service", at: 0, status: 500 } }),
      call(0, 1),
      refresh({ hasNews: true, between: { what: "service", at: 1, status: 500 } }),
    ],
    {},
  ],
  [
    "a cell in error that another person has entered is waited for",
    [{ do: "fail", status: 500 }, call(0, 0), { do: "heal" }, { do: "other" }, refresh()],
    { keepsOldValues: true },
  ],
  [
    "of two tables that were sorted, the one that keeps its formula's place is refreshed too",
    [
      call(0, 1, 4),
      refresh({ hasNews: true }),
      call(3, 0, 4),
      { do: "sort", sheet: 0, last: 3 },
      refresh({ scope: "sheet", hasNews: true }),
    ],
    {},
  ],
  [
    "a selected number that was restored, and whose call fails, names every plan",
    [
      { do: "type", sheet: 1, row: 0, column: 1, content: 0, from: 1 },
      { do: "remove", sheet: 0 },
      call(1, 0),
      call(1, 0, 0),
      { do: "calculateByHand" },
      { do: "sort", sheet: 0, last: 3 },
      refresh({ between: { what: "service", at: 1, status: 500 } }),
      refresh({ scope: "selection", selected: 3, hasNews: true }),
    ],
    {},
  ],
  [
    "a selected table that was sorted to where another one with the same corner was is refreshed",
    [
      call(0, 1, 4),
      call(3, 0, 4),
      { do: "sort", sheet: 0, last: 3 },
      refresh({ scope: "selection", selected: 3, hasNews: true }),
    ],
    {},
  ],
  [
    "a formula around a call is waited for from when its call returns, not from when it starts",
    [call(0, 0, 1, 3), { do: "reopen", isSaved: false, isConnected: true }, refresh({ hasNews: true })],
    { keepsOldValues: true },
  ],
  [
    "a call that first appears after the commit is awaited, and its failure restores every cell",
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
    { ends: { takenBack: 1 } },
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
      refresh({ scope: "sheet", between: { what: "lateService", status: 500 } }),
    ],
    { ends: { takenBack: 1 } },
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
    "the number that a cell shows for one call is not restored to another that it made meanwhile",
    [
      call(0, 4),
      call(0, 13, 2),
      { do: "run", plan: 0, scenario: 0 },
      refresh({ hasNews: true, between: { what: "lateService", status: 500 } }),
      call(0, 8),
    ],
    { keepsOldValues: true, ends: { takenBack: 1 } },
  ],
  [
    "a refresh does not fail if the plan of an unknown cell is gone",
    [
      call(0, 0),
      call(1, 0, 2, 1),
      { do: "lose", plan: 0 },
      { do: "deleteParts" },
      { do: "reopen", isSaved: false, isConnected: true },
      refresh({ scope: "selection" }),
    ],
    { ends: { done: 1 } },
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
  [
    "a table of one number whose call was unknown is restored where the service fails",
    [
      call(0, 0),
      call(0, 12, 2),
      call(0, 8),
      { do: "reopen", isSaved: false, isConnected: true },
      refresh({ between: { what: "service", at: 1, status: 500 } }),
    ],
    { ends: { failed: 1 } },
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
    { ends: { done: 1, failed: 1 } },
  ],
  [
    "cells of which nothing was known are named to a user who stops waiting for them",
    [
      call(0, 0),
      call(0, 12, 2),
      { do: "copy", sheet: 0 },
      { do: "deleteParts" },
      { do: "other" },
      refresh({ scope: "sheet", hasNews: true, between: { what: "leave", at: 21, turns: 0 } }),
    ],
    { ends: { unsettled: 1 } },
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
    "a refresh of a sheet that finds nothing new replaces old numbers elsewhere",
    [
      call(1, 0),
      call(1, 12, 2, 1),
      { do: "copy", sheet: 0 },
      refresh({ scope: "selection", hasNews: true, between: { ...otherRefreshes, at: 15 } }),
      refresh({ scope: "selection", between: otherRefreshes }),
      { do: "insert", line: "row", sheet: 0, at: 0 },
      { do: "reopen", isSaved: false, isConnected: true },
      refresh({ scope: "sheet" }),
    ],
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
      refresh({ scope: "selection", between: { what: "leave", at: 20, turns: 1 } }),
      refresh({ between: editing(3, 0) }),
    ],
    {},
  ],
  [
    "a refresh of one cell leaves cells in error alone that it reads",
    [
      call(4, 0, 2),
      { do: "fail", status: 500 },
      call(0, 0),
      call(0, 12, 2),
      { do: "insert", line: "row", sheet: 0, at: 0 },
      { do: "heal" },
      refresh({ scope: "selection", selected: 5, hasNews: true }),
    ],
    {},
  ],
  [
    "a refresh fails if the service fails on an unknown cell of another sheet",
    [
      call(0, 0),
      call(0, 12, 2),
      { do: "type", sheet: 1, row: 0, column: 1, content: 4, from: 0 },
      { do: "type", sheet: 1, row: 0, column: 2, content: 13, from: 0 },
      { do: "deleteParts" },
      { do: "other" },
      refresh({ scope: "sheet", between: { what: "service", at: 3, status: 500 } }),
    ],
    { ends: { takenBack: 1 } },
  ],
  [
    "a number from another add-in's memory does not stay beside a newer one if the service fails",
    [
      call(0, 0, 2),
      refresh({ scope: "selection", selected: 1, hasNews: true, between: otherRefreshes }),
      { do: "fail", status: 500 },
      call(0, 4),
      call(0, 13, 2),
    ],
    {},
  ],
];

test.each(EXAMPLES)("For example, %s", async (_what, steps, { ends = {}, ...rest }) => {
  const figures = createFigures();
  await play({ saysWhen: false, blank: null, clocks: [0, 0], steps, ...rest }, figures);
  expect(figures).toMatchObject(ends);
});
