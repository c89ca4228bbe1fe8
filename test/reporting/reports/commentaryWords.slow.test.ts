/** Words on the lines of a commentary: each stands beside its own number, with a mark once that has moved. */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { commentedSequences, FIRST as STATE, playComments } from "./commentedSequences";
import { openCommentedReports, rowOfWords, type CommentedState } from "./commentedReports";
import { commentKey } from "../../../src/reporting/saved/comments";

const WRITTEN = Date.UTC(2026, 10, 12, 8, 45);
const words = { text: '=1+1 "quoted"', currency: "USD", by: "A. Weber", writtenAt: WRITTEN };

test("words follow their number, are marked once it has moved, and end with an empty text", async () => {
  const reports = await openCommentedReports();
  const [first, second] = await reports.show(STATE, []);
  const figure = await reports.figureOf(STATE, first!.label);
  const rows = [rowOfWords(figure, { ...words, value: first!.variance })];
  const shown = (await reports.show(STATE, rows))[0]!;
  expect(shown).toMatchObject({ words: words.text, mark: "", by: "A. Weber, 12 Nov 2026" });
  const moved = (await reports.show(STATE, [rowOfWords(figure, { ...words, value: -12_900_000 })]))[0]!;
  expect(moved.mark).toMatch(/^for −12\.9 m, now [+−][\d.]+ m$/);
  const later = [...rows, rowOfWords(figure, { ...words, text: "Later", value: first!.variance })];
  expect((await reports.show({ ...STATE, names: "name" }, later))[0]!.words).toBe("Later");
  const ended = [...later, rowOfWords(figure, { ...words, text: "", value: first!.variance })];
  expect((await reports.show(STATE, ended)).map((line) => line.words)).toEqual(expect.not.arrayContaining(["Later"]));
  expect((await reports.show(STATE, rows))[1]!.label).toBe(second!.label);
});

test("words in another currency say so, and those of another period or base are not shown", async () => {
  const reports = await openCommentedReports();
  const [line] = await reports.show(STATE, []);
  const rows = [rowOfWords(await reports.figureOf(STATE, line!.label), { ...words, value: line!.variance })];
  const wordsIn = async (state: Partial<CommentedState>) =>
    (await reports.show({ ...STATE, ...state }, rows)).filter((each) => each.words !== "");
  expect(await wordsIn({ currency: "EUR" })).toMatchObject([{ label: line!.label, mark: "written in USD" }]);
  expect(await wordsIn({ period: "2026-04" })).toEqual([]);
  expect(await wordsIn({ basePeriod: "Prior year" })).toEqual([]);
  expect(await wordsIn({ own: 0, base: 1 })).toEqual([]);
});

test("a text typed over a cell of words is marked as not kept, with or without words below it", async () => {
  const reports = await openCommentedReports();
  const [line] = await reports.show(STATE, []);
  const rows = [rowOfWords(await reports.figureOf(STATE, line!.label), { ...words, value: line!.variance })];
  const notKept = { words: "Typed here", mark: "not kept: write it in Explain", by: "" };
  for (const kept of [[], rows]) {
    const shown = await reports.show(STATE, kept, "Typed here");
    expect(shown[0]).toMatchObject(notKept);
    expect(shown.slice(1).map(({ mark }) => mark)).toEqual(shown.slice(1).map(() => ""));
  }
});

test("a variance and its percentage have one key, whatever the currency; other sides and items have another", async () => {
  const reports = await openCommentedReports();
  const figure = await reports.figureOf(STATE, "EBIT");
  const other = await reports.figureOf({ ...STATE, period: "2026-04", basis: "Period" }, "EBIT");
  expect(commentKey({ ...figure, measure: "percent", currency: "EUR" })).toBe(commentKey(figure));
  expect(commentKey({ ...figure, items: ["A"], groupBy: "region" })).not.toBe(commentKey(figure));
  expect(commentKey(other)).not.toBe(commentKey(figure));
});

test("no word stands under another number, whatever people, services and thresholds do", async () => {
  const property = fc.asyncProperty(commentedSequences(6), async (steps) => void (await playComments(steps)));
  await fc.assert(property, { numRuns: runs(2) });
});
