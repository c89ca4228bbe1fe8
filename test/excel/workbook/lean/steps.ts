/** What can happen to a workbook, as data: a person's doings, the service's, Excel's, and refreshes with what comes between. */
import fc from "fast-check";
import { LOSSES, type Loss } from "./losses";
import { FRANCS } from "./service";

/** Numbers are taken modulo what there is. */
export type Step =
  | { do: "type"; sheet: number; row: number; column: number; content: number; from: number }
  | { do: "clear" | "fill"; sheet: number; row: number; column: number }
  | { do: "insert" | "delete"; line: "row" | "column"; sheet: number; at: number }
  | { do: "sort"; sheet: number; last: number }
  /** "strip": somebody without the add-in has had the sheet calculated. */
  | { do: "rename" | "move" | "copy" | "remove" | "protect" | "show" | "strip"; sheet: number }
  /** Sheets that each read the one before, newest tab first, from a cell of a sheet on; the last one calls, and its sheet is read in turn. */
  | { do: "chain"; sheet: number; row: number; links: number }
  /** Excel shows an error of its own in cells that call the add-in. */
  | { do: "showCode"; code: string }
  | { do: "undo" }
  | { do: "calculate" | "calculateByHand" | "calculateAlways" }
  | { do: "run"; plan: number; scenario: number }
  | { do: "lose" | "restore" | "hide"; plan: number }
  | { do: "reopen"; isSaved: boolean; isConnected: boolean }
  /** "loseSettings": the part with the settings is gone from the file. */
  | { do: "pass" | "deleteParts" | "loseSettings" | "other" | "heal" }
  /** The acting person's add-in looks whether somebody has refreshed the workbook. */
  | { do: "look" }
  | { do: "fail"; status: number }
  /** Connects the acting person to this service or to another one. */
  | { do: "connect"; isElsewhere: boolean }
  /** What the acting person answers when the pane says that the workbook is another service's. */
  | { do: "keepNumbers" }
  | { do: "moveService"; between: Between }
  /** Everybody closes the workbook, the command line refreshes the file, and the first person opens it. */
  | { do: "night"; hasNews?: boolean }
  /** Types a number of one month, as the briefing asks for. */
  | { do: "typeMonth"; sheet: number; row: number; content: number }
  /** The acting person opens the pane at a plan, or asks its bar for the numbers of all scenarios. */
  | { do: "openHome" | "askBar"; plan: number }
  /** With news every scenario has run anew before. */
  | { do: "refresh"; hasNews?: boolean; between: Between };

/** What comes between in a refresh, at the so-manieth request to Excel or to the service. */
export type Between =
  | { what: "nothing" }
  | { what: "service"; at: number; status: number }
  /** The service fails from the commit on. */
  | { what: "lateService"; status: number }
  /** The service answers nothing from the commit until the refresh has ended. */
  | { what: "lateHang" }
  /** The service answers nothing for a while, and the person may have enough of that. */
  | { what: "hang"; turns: number; cancels: boolean }
  | { what: "editing"; at: number; turns: number; types: boolean; row: number; content: number }
  /** A person edits a cell, gives the refresh up, and goes on editing for a while. */
  | { what: "leave"; at: number; turns: number }
  /** The other person's add-in acts while this one refreshes. */
  | { what: "other"; at: number; does: "refreshes" | "saves" | "selects" | "types"; row: number; content: number }
  /** The acting person chooses a plan, and the pane looks at the service. */
  | { what: "home"; at: number; plan: number }
  /** Excel does not answer a request. */
  | { what: "lost"; at: number; how: Loss }
  | { what: "cancel" | "deleteParts" | "chart" | "elsewhere" | "readOnly" | "run"; at: number };

const sheet = fc.nat(2);
const row = fc.nat(5);
const status = fc.constantFrom(500, 401, 429);
const content = fc.nat(11);

const between: fc.Arbitrary<Between> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant("nothing" as const) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("service" as const), at: fc.nat(4), status }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("lateService" as const), status }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("lateHang" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("hang" as const), turns: fc.nat(20), cancels: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("editing" as const),
      at: fc.nat(30),
      turns: fc.nat(12),
      types: fc.boolean(),
      row,
      content,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("leave" as const),
      at: fc.integer({ min: 5, max: 30 }),
      turns: fc.nat(40),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("lost" as const), at: fc.nat(40), how: fc.constantFrom(...LOSSES) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("other" as const),
      at: fc.nat(30),
      row,
      content,
      does: fc.constantFrom(
        "refreshes" as const,
        "refreshes" as const,
        "saves" as const,
        "selects" as const,
        "types" as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom(
        "cancel" as const,
        "deleteParts" as const,
        "chart" as const,
        "elsewhere" as const,
        "readOnly" as const,
        "run" as const,
      ),
      at: fc.nat(30),
    }),
  },
);

const one = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: one("type"), sheet, row, column: fc.nat(4), content, from: fc.nat(5) }),
  },
  { weight: 2, arbitrary: fc.record({ do: one("clear", "fill"), sheet, row, column: fc.nat(4) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one("insert", "delete"), line: one("row", "column"), sheet, at: fc.nat(4) }),
  },
  { weight: 1, arbitrary: fc.record({ do: one("sort"), sheet, last: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one("rename", "move", "copy", "remove", "protect", "show"), sheet }),
  },
  { weight: 1, arbitrary: fc.record({ do: one("strip"), sheet: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: one("calculate", "calculateByHand", "calculateAlways") }) },
  { weight: 1, arbitrary: fc.record({ do: one("undo") }) },
  { weight: 2, arbitrary: fc.record({ do: one("chain"), sheet, row, links: fc.integer({ min: 1, max: 11 }) }) },
  { weight: 1, arbitrary: fc.record({ do: one("showCode"), code: fc.constantFrom("#CALC!", "#VALUE!", "#DIV/0!") }) },
  { weight: 5, arbitrary: fc.record({ do: one("run"), plan: fc.nat(1), scenario: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: one("lose", "restore"), plan: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: one("hide"), plan: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: one("reopen"), isSaved: fc.boolean(), isConnected: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: one("pass", "look", "deleteParts", "other", "heal") }) },
  { weight: 2, arbitrary: fc.record({ do: one("loseSettings") }) },
  { weight: 1, arbitrary: fc.record({ do: one("night"), hasNews: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: one("fail"), status }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: one("refresh"),
      hasNews: fc.boolean(),
      between,
    }),
  },
);

/** A number, and a formula whose call becomes another one when that number changes. */
const appearingCall: fc.Arbitrary<Step[]> = fc
  .record({ sheet, row, scenario: fc.nat(2) })
  .map(({ sheet, row, scenario }) => [
    { do: "type", sheet, row, column: 1, content: 4 * scenario, from: 0 },
    { do: "type", sheet, row, column: 2, content: 12 + scenario, from: row },
  ]);

const steps: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 12, arbitrary: step.map((each) => [each]) },
  { weight: 1, arbitrary: appearingCall },
);

/** A sequence, and the circumstances in which all of it takes place. */
export interface Sequence {
  /** The service says when it worked its numbers out. */
  readonly saysWhen: boolean;
  /** What blank arguments are here. */
  readonly blank: null | 0;
  /** A cell shows its former value, not #BUSY!, while it waits for a function. @default false */
  readonly keepsOldValues?: boolean;
  /** Calculating a range reaches direct dependents only; others stay dirty. @default false */
  readonly isShallow?: boolean;
  /** Cells read 0 between the result of a function and its cell. @default false */
  readonly showsZeros?: boolean;
  /** Ranges cannot be calculated while the workbook calculates by hand. @default false */
  readonly iterates?: boolean;
  /** The currency of the workbook's settings. @default none: the service's */
  readonly currency?: string | undefined;
  /** Minutes by which this person's clock, and the other's, are ahead of the service's. */
  readonly clocks: readonly [number, number];
  readonly steps: readonly Step[];
}

/** These steps in any Excel, with the clocks of two people. */
function sequencesOf(steps: fc.Arbitrary<Step[]>): fc.Arbitrary<Sequence> {
  return fc.record({
    saysWhen: fc.boolean(),
    blank: fc.constantFrom(null, 0),
    keepsOldValues: fc.boolean(),
    isShallow: fc.boolean(),
    showsZeros: fc.boolean(),
    iterates: fc.boolean(),
    currency: fc.constantFrom(undefined, FRANCS),
    clocks: fc.tuple(fc.constantFrom(0, -600, 600), fc.constantFrom(0, -600, 600)),
    steps,
  });
}

/** Sequences of up to so many steps. */
export function sequences(most: number): fc.Arbitrary<Sequence> {
  return sequencesOf(fc.array(steps, { minLength: 3, maxLength: most, size: "max" }).map((each) => each.flat()));
}

/** Sequences in which the pane is open: it looks at the service between all that happens, and during refreshes. */
export function sequencesWithPane(most: number): fc.Arbitrary<Sequence> {
  const plan = fc.nat(1);
  const looked: fc.Arbitrary<Between> = fc.record({ what: fc.constant("home" as const), at: fc.nat(30), plan });
  const typed: fc.Arbitrary<Step> = fc.record({ do: one("typeMonth"), sheet, row, content });
  const doings: fc.Arbitrary<Step[]> = fc.oneof(
    { weight: 8, arbitrary: steps },
    { weight: 3, arbitrary: typed.map((each) => [each]) },
    { weight: 3, arbitrary: fc.record({ do: one("openHome"), plan }).map((each) => [each]) },
    { weight: 3, arbitrary: fc.record({ do: one("run"), plan, scenario: fc.nat(1) }).map((each) => [each]) },
    { weight: 1, arbitrary: fc.record({ do: one("askBar"), plan }).map((each) => [each]) },
    {
      weight: 2,
      arbitrary: fc
        .record({ do: one("refresh"), hasNews: fc.boolean(), between: looked })
        .map((each): Step[] => [each]),
    },
    { weight: 1, arbitrary: fc.record({ do: one("connect"), isElsewhere: fc.boolean() }).map((each) => [each]) },
  );
  const doneAfter = fc.array(doings, { minLength: 3, maxLength: most, size: "max" });
  const opened = fc.record({ do: one("openHome"), plan });
  const all = sequencesOf(fc.tuple(typed, opened, doneAfter).map(([...first]) => first.flat(2)));
  // The briefing looks in the service's currency.
  return all.map((sequence) => ({ ...sequence, currency: undefined }));
}

/** Sequences in which people connect to another service as well, and move the workbook. The ledger is never lost. */
export function sequencesElsewhere(most: number): fc.Arbitrary<Sequence> {
  const kept = between.filter(({ what }) => what !== "deleteParts");
  const doings = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: one("connect"), isElsewhere: fc.boolean() }) },
    { weight: 5, arbitrary: fc.record({ do: one("type"), sheet, row, column: fc.nat(4), content, from: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ do: one("fill"), sheet, row, column: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ do: one("insert"), line: one("row", "column"), sheet, at: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ do: one("sort"), sheet, last: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 3, arbitrary: fc.record({ do: one("other", "pass", "look", "calculate") }) },
    { weight: 2, arbitrary: fc.record({ do: one("run"), plan: fc.nat(1), scenario: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ do: one("night"), hasNews: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: one("keepNumbers") }) },
    { weight: 4, arbitrary: fc.record({ do: one("moveService"), between: kept }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: one("reopen"), isSaved: fc.constant(true), isConnected: fc.boolean() }),
    },
    { weight: 5, arbitrary: fc.record({ do: one("refresh"), hasNews: fc.boolean(), between: kept }) },
  );
  // The first number makes the workbook this service's.
  const first: Step[] = [{ do: "type", sheet: 0, row: 5, column: 1, content: 0, from: 0 }, { do: "pass" }];
  const doneAfter = fc.array(doings, { minLength: 3, maxLength: most, size: "max" });
  return sequencesOf(doneAfter.map((steps) => [...first, ...steps]));
}
