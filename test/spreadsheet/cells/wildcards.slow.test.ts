import fc from "fast-check";
import { indexOfMatch, isMatch, LONGEST_PATTERN } from "../../../src/spreadsheet/cells/wildcards";
import { runs } from "../../propertyOptions";

/** All that a pattern can do, tried one way after the other: right, and slow. */
function isMatchNaively(text: string, pattern: string): boolean {
  if (pattern === "") return text === "";
  if (pattern.startsWith("*"))
    return isMatchNaively(text, pattern.slice(1)) || (text !== "" && isMatchNaively(text.slice(1), pattern));
  if (pattern.startsWith("?")) return text !== "" && isMatchNaively(text.slice(1), pattern.slice(1));
  const isEscaped = /^~[*?~]/.test(pattern);
  const wanted = isEscaped ? pattern.charAt(1) : pattern.charAt(0);
  return (
    text.charAt(0).toLowerCase() === wanted.toLowerCase() &&
    text !== "" &&
    isMatchNaively(text.slice(1), pattern.slice(isEscaped ? 2 : 1))
  );
}

function indexNaively(text: string, pattern: string, from: number): number {
  for (let start = from; start <= text.length; start++)
    for (let end = start; end <= text.length; end++) if (isMatchNaively(text.slice(start, end), pattern)) return start;
  return -1;
}

/** The same numbers in each run. */
function createRandom(): (below: number) => number {
  let seed = 20;
  return (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
}

function createTexts(random: (below: number) => number): (letters: string, longest: number) => string {
  return (letters, longest) =>
    Array.from({ length: random(longest + 1) }, () => letters[random(letters.length)]).join("");
}

test("Wildcards match what a naive search matches", () => {
  const random = createRandom();
  const textOf = createTexts(random);
  for (let round = 0; round < 20_000; round++) {
    const [text, pattern] = [textOf("aAb*?~", 7), textOf("aB*?~", 6)];
    expect({ text, pattern, is: isMatch(text, pattern) }).toEqual({ text, pattern, is: isMatchNaively(text, pattern) });
  }
});

test("Wildcards are found where a naive search finds them", () => {
  const random = createRandom();
  const textOf = createTexts(random);
  for (let round = 0; round < 20_000; round++) {
    const [text, pattern, from] = [textOf("aAb*?~", 7), textOf("aB*?~", 5), random(3)];
    const at = from > text.length ? -1 : indexNaively(text, pattern, from);
    expect({ text, pattern, from, at: indexOfMatch(text, pattern, from) }).toEqual({ text, pattern, from, at });
  }
});

test.each([
  "*a*a*a*a*b",
  "*?a?*".repeat(50),
  `*${"a".repeat(253)}b`,
  `*${"?".repeat(200)}b*`,
  "a?".repeat(127),
  "*".repeat(255),
])("A text of 32,000 characters is compared with %s in a moment", (pattern) => {
  const text = "a".repeat(32_000);
  const start = process.cpuUsage().user;
  isMatch(text, pattern);
  indexOfMatch(text, pattern, 0);
  expect(process.cpuUsage().user - start).toBeLessThan(5e6);
});

/** Matches by a table of all prefixes: a step for each character of the pattern and the text, whatever they are. */
function isMatchByTable(text: string, pattern: string): boolean {
  let row = new Uint8Array(text.length + 1);
  row[0] = 1;
  for (const [piece] of pattern.matchAll(/~[*?~]|[^]/g)) {
    const next = new Uint8Array(text.length + 1);
    const wanted = piece.length > 1 ? piece.charAt(1) : piece;
    for (let at = 0; at <= text.length; at++) {
      if (piece === "*") next[at] = row[at] || (at > 0 && next[at - 1]) ? 1 : 0;
      else if (at > 0 && row[at - 1] && (piece === "?" || wanted === text[at - 1])) next[at] = 1;
    }
    row = next;
  }
  return row[text.length] === 1;
}

test("Any pattern matches 32,000 characters as a table of all prefixes says", () => {
  const piece = fc.constantFrom("a", "b", "?", "*", "*", "~*", "*a", "*aaaab", "a?", "????????");
  const pattern = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("").slice(0, LONGEST_PATTERN));
  const text = fc.array(fc.constantFrom("a", "aaaaab", "*", "ab"), { minLength: 1, maxLength: 5 });
  const counts = { true: 0, false: 0 };
  fc.assert(
    fc.property(text, pattern, fc.boolean(), (pieces, wanted, isOpen) => {
      const long = pieces.join("").repeat(32_000).slice(0, 32_000);
      const around = isOpen ? `*${wanted.slice(0, LONGEST_PATTERN - 2)}*` : wanted;
      const expected = isMatchByTable(long, around);
      expect({ around, is: isMatch(long, around) }).toEqual({ around, is: expected });
      counts[`${expected}`] += 1;
    }),
    { numRuns: runs(20) },
  );
  expect(Math.min(counts.true, counts.false)).toBeGreaterThan(2);
});

test("A letter whose small form is longer keeps the places of the others", () => {
  expect(indexOfMatch("İİxab", "a?", 0)).toBe(3);
});
