/** Random sequences of what happens to a commented report, and what it has to show after each step. */
import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import type { Change } from "./reportSetup";
import {
  expectedLine,
  openCommentedReports,
  rowOfWords,
  subjectOf,
  type CommentedReports,
  type CommentedState,
  type RecordedWords,
  type ShownLine,
} from "./commentedReports";

type Step =
  | { readonly kind: "show"; readonly state: Partial<CommentedState> }
  | { readonly kind: "write"; readonly line: number; readonly text: string; readonly by: string }
  | { readonly kind: "holds"; readonly line: number }
  | { readonly kind: "undo" | "copy" | "rename" }
  | { readonly kind: "refresh" | "sort"; readonly seed: number };

const states: fc.Arbitrary<Partial<CommentedState>> = fc.oneof(
  fc.record({ plan: fc.nat(2) }),
  fc.record({ own: fc.nat(3), base: fc.nat(3) }),
  fc.record({ basePlan: fc.option(fc.nat(2), { nil: undefined }) }),
  fc.record({ period: fc.constantFrom("current", "Full year", "2026-Q1", "2026-04") }),
  fc.record({ basis: fc.constantFrom("Period", "YTD") }),
  fc.record({ basePeriod: fc.constantFrom("Same period", "Prior year") }),
  fc.record({ groupBy: fc.constantFrom("product", "region", "channel") }),
  fc.record({ currency: fc.constantFrom("USD", "EUR") }),
  fc.record({ least: fc.constantFrom("0", "1000", "1000000", "1%") }),
  fc.record({ names: fc.constantFrom("id", "name") }),
) as fc.Arbitrary<Partial<CommentedState>>;

const TEXTS = [
  "Promotion cancelled",
  "",
  "=HYPERLINK(1)",
  "+ two",
  'A "quote" and \\ more',
  "Zwei\nZeilen",
  "  ",
  "Long words ".repeat(12),
];

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("show"), state: states }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("write"),
      line: fc.nat(17),
      text: fc.constantFrom(...TEXTS),
      by: fc.constantFrom("A. Weber", "B. Okafor"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("holds"), line: fc.nat(17) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("undo", "copy", "rename") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("refresh"), seed: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sort"), seed: fc.nat(1000) }) },
) as fc.Arbitrary<Step>;

export function commentedSequences(most: number): fc.Arbitrary<readonly Step[]> {
  return fc.array(steps, { minLength: 2, maxLength: most });
}

/** A workbook's comments: its rows, and what was written, in the order in which it was. */
interface Commented {
  readonly rows: readonly (readonly (string | number)[])[];
  readonly record: readonly (readonly [subject: string, words: RecordedWords])[];
}

interface World {
  reports: CommentedReports;
  state: CommentedState;
  book: Commented;
  /** Of the workbooks that were copied from, which go on as they were. */
  readonly left: Commented[];
  names: number;
  seed: number;
  /** In which order the rows of the sheet stand; 0 for that in which they were written. */
  order: number;
  clock: number;
}

/** What the reports show at first. */
export const FIRST: CommentedState = {
  plan: 0,
  own: 1,
  base: 0,
  period: "current",
  basis: "YTD",
  basePeriod: "Same period",
  groupBy: "product",
  currency: "USD",
  least: "1000",
  names: "id",
};

/** Plays the steps. Resolves to the number of lines with words that were held against the record. */
export async function playComments(sequence: readonly Step[]): Promise<number> {
  const world: World = {
    reports: await openCommentedReports(),
    state: FIRST,
    book: { rows: [], record: [] },
    left: [],
    names: 0,
    seed: 0,
    order: 0,
    clock: Date.UTC(2026, 10, 12, 8, 45),
  };
  let lines = await world.reports.show(world.state, rowsOf(world));
  let held = 0;
  for (const step of sequence) {
    await take(world, step, lines);
    lines = await world.reports.show(world.state, rowsOf(world));
    held += expectWords(world, lines);
  }
  return held;
}

async function take(world: World, step: Step, lines: readonly ShownLine[]): Promise<void> {
  const { book } = world;
  switch (step.kind) {
    case "show":
      world.state = { ...world.state, ...step.state };
      return;
    case "write":
      return write(world, lines[step.line % Math.max(1, lines.length)], step);
    case "holds": {
      const line = lines[step.line % Math.max(1, lines.length)];
      return line?.words ? write(world, line, { text: line.words, by: "B. Okafor" }) : undefined;
    }
    case "undo":
      world.book = { rows: book.rows.slice(0, -1), record: book.record.slice(0, -1) };
      return;
    case "copy":
      world.left.push(book);
      if (world.left.length > 1) world.book = world.left.shift() ?? book;
      return;
    case "rename":
      world.names += 1;
      return reopen(world);
    case "refresh":
      world.seed = step.seed;
      return reopen(world);
    case "sort":
      world.order = step.seed;
  }
}

/** Returns the rows as they stand on the sheet. */
function rowsOf({ book: { rows }, order }: World): Commented["rows"] {
  const placeOf = (at: number) => (at * 7919 + order * 104_729) % 1009;
  return order === 0
    ? rows
    : rows
        .map((row, at) => ({ row, place: placeOf(at) }))
        .sort((one, other) => one.place - other.place)
        .map(({ row }) => row);
}

async function write(
  world: World,
  line: ShownLine | undefined,
  { text, by }: { readonly text: string; readonly by: string },
): Promise<void> {
  const { reports, state, book } = world;
  // What the service holds in one line is no field of its own.
  if (!line || line.label === "Supply chain and other costs") return;
  world.clock += 60_000;
  const words = { text: text.trim(), value: line.variance, currency: state.currency, by, writtenAt: world.clock };
  const figure = await reports.figureOf(state, line.label);
  world.book = {
    rows: [...book.rows, rowOfWords(figure, words)],
    record: [...book.record, [subjectOf(reports.plans, state, line.label), words]],
  };
}

/** Connects anew to a service that has computed other results, or calls its plans by other names. */
async function reopen(world: World): Promise<void> {
  const { names, seed } = world;
  const change: Change = (path, body) => {
    if (path.startsWith("plans")) return names === 0 ? body : renamed(body, names);
    return seed === 0 ? body : scaled(body, seed);
  };
  world.reports = await openCommentedReports(change);
}

function renamed(body: unknown, times: number): unknown {
  const { plans } = body as { plans?: readonly { name: string }[] };
  return plans
    ? { ...(body as object), plans: plans.map((plan) => ({ ...plan, name: `${plan.name} v${times}` })) }
    : body;
}

/** Scales each group of a scenario by itself, so lines come in another order, and sums still add up. */
function scaled(body: unknown, seed: number): unknown {
  const { scenarios } = body as { scenarios?: readonly { scenarioId: string; series?: readonly object[] }[] };
  if (!scenarios) return body;
  const changed = scenarios.map(({ series, ...scenario }) => ({
    ...scenario,
    ...(series && {
      series: series.map((row) => {
        const { product, region, channel } = row as Record<string, unknown>;
        const text = [seed, scenario.scenarioId, product ?? region ?? channel].join();
        const factor =
          0.8 + ([...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) / 997) * 0.4;
        return Object.fromEntries(
          Object.entries(row).map(([name, value]: [string, unknown]) => [
            name,
            typeof value === "number" && !name.endsWith("Percent") ? value * factor : value,
          ]),
        );
      }),
    }),
  }));
  return { ...(body as object), scenarios: changed };
}

function expectWords({ reports, state, book }: World, lines: readonly ShownLine[]): number {
  const last = new Map(book.record);
  const expected = lines.map(({ label, variance }) => {
    const words = last.get(subjectOf(reports.plans, state, label));
    return { label, ...expectedLine(words, variance, state.currency) };
  });
  deepStrictEqual(
    lines.map(({ label, words, mark, by }) => ({ label, words, mark, by })),
    expected,
  );
  return expected.filter(({ words }) => words !== "").length;
}
