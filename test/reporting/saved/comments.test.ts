/** Comments as rows of a sheet: read as they were written, whatever they hold, and the last of a figure counts. */
import fc from "fast-check";
import {
  commentCells,
  commentsOf,
  currentComments,
  historyOf,
  MOST_COMMENT_LETTERS,
  timeAfter,
  type FigureComment,
} from "../../../src/reporting/saved/comments";

const line = fc.string({ unit: "grapheme" }).map((text) => text.replace(/\s+/g, " ").trim());
const time = fc.option(fc.integer({ min: 0, max: 4e12 / 1000 }), { nil: undefined }).map((at) => at && at * 1000);
const comment: fc.Arbitrary<FigureComment> = fc.record({
  key: fc.constantFrom('["ebit"]', '["cogs"]', '["EBIT"]'),
  number: line,
  months: line,
  text: fc.oneof(line, fc.constantFrom("=1+1", "+ two", "@three", "'quoted", "a\nb", "")),
  value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined }),
  unit: fc.constantFrom("USD", "units", ""),
  asOf: time,
  by: line,
  writtenAt: time,
});

/** A cell keeps a text behind its apostrophe, and nothing of a blank one. */
const inCells = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => row.map((cell) => (typeof cell === "string" ? cell.replace(/^'/, "") : cell)));

test("a row that is read is the comment that was written, in both date systems", () => {
  fc.assert(
    fc.property(fc.array(comment), fc.constantFrom(1900 as const, 1904 as const), (comments, dates) => {
      const read = commentsOf(inCells(comments.map((each) => commentCells(each, dates))), dates);
      const rounded = ({ asOf, writtenAt, ...rest }: FigureComment) => ({
        ...rest,
        times: [asOf, writtenAt].map((at) => at && Math.round(at / 1000)),
      });
      expect(read.map(rounded)).toEqual(comments.map(rounded));
    }),
  );
});

test("no text of a row begins as a formula would", () => {
  fc.assert(
    fc.property(comment, (each) => {
      for (const cell of commentCells(each, 1900)) if (typeof cell === "string") expect(cell).toMatch(/^('|$)/);
    }),
  );
});

test("of a key the row that was written last counts, of equal times the lower one, an empty text ends it, and earlier words are its history", () => {
  fc.assert(
    fc.property(fc.array(comment), (comments) => {
      for (const key of new Set(comments.map((each) => each.key))) {
        const timed = comments.map((each, at) => ({ each, at, time: each.writtenAt ?? -1 }));
        const own = timed
          .filter(({ each }) => each.key === key)
          .sort((one, other) => one.time - other.time || one.at - other.at)
          .map(({ each }) => each);
        const { current, earlier } = historyOf(comments, key);
        expect(current).toBe(own.at(-1)!.text === "" ? undefined : own.at(-1));
        expect([...earlier].reverse()).toEqual(own.slice(0, -1).filter(({ text }) => text !== ""));
        expect(currentComments(comments).filter((each) => each.key === key)).toEqual(current ? [current] : []);
      }
    }),
  );
});

test("a new comment is the last one on its figure, also if the clock of another user is ahead", () => {
  fc.assert(
    fc.property(fc.array(comment), comment, fc.integer({ min: 0, max: 4e12 }), (comments, each, now) => {
      const next = { ...each, text: "New", writtenAt: timeAfter(comments, each.key, now) };
      expect(next.writtenAt).toBeGreaterThanOrEqual(now);
      for (const all of [
        [...comments, next],
        [next, ...comments],
      ])
        expect(historyOf(all, each.key).current).toEqual(next);
    }),
  );
});

test("rows of somebody's own are no comments, and a changed cell is not known", () => {
  const read = commentsOf(
    [
      ["", "", "", "A note"],
      ["[k]", "n", "m", "Words", "about 5", "USD", "yesterday", "A", 46_000.5],
    ],
    1900,
  );
  expect(read).toMatchObject([
    { text: "Words", value: undefined, asOf: undefined, writtenAt: Date.UTC(2025, 11, 9, 12) },
  ]);
});

test("a text is kept without the space around it, or refused if it has more letters than a comment may", () => {
  const about = { key: "[k]", number: "n", months: "", value: 1, unit: "", asOf: undefined, writtenAt: 0, by: "A" };
  const textOf = (text: string) => commentCells({ ...about, text }, 1900)[3];
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), fc.nat(100), (given, times) => {
      const text = given.repeat(times).trim();
      if ([...text.replace(/\r\n?/g, "\n")].length > MOST_COMMENT_LETTERS)
        return expect(() => textOf(text)).toThrow(/^The comment has [\d,]+ letters. At most 2,000 are kept/);
      return expect(textOf(`  ${text}\r\n`)).toBe(text === "" ? "" : `'${text.replace(/\r\n?/g, "\n")}`);
    }),
  );
});
