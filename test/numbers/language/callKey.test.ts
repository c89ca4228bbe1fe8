import fc from "fast-check";
import { callKey, normalizeArguments, settingsReadBy, type CallSettings } from "../../../src/numbers/language/callKey";
import { runs } from "../../propertyOptions";

const SETTINGS = { plan: "p1", scenarios: ["s1"], currency: "EUR" };

const keyOf = (id: string, given: readonly unknown[], settings = SETTINGS) => {
  const args = normalizeArguments(given);
  return callKey({ id, args, settings: settingsReadBy(id, args, settings) });
};

const blank = fc.constantFrom(null, undefined, "", 0, " ");
const value = fc.oneof(fc.string({ minLength: 1 }), fc.integer({ min: 1 }), fc.boolean());
const cell = fc.oneof(blank, value);
const range = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  );
const args = fc.array(fc.oneof(cell, range), { maxLength: 7 });

/** The same with every blank written another way. */
const rewritten = (argument: unknown, other: unknown): unknown => {
  if (Array.isArray(argument)) return argument.map((each) => rewritten(each, other));
  const isBlank = argument === null || argument === undefined || argument === 0;
  return isBlank || (typeof argument === "string" && argument.trim() === "") ? other : argument;
};

test("A call is the same however a platform writes what is blank", () => {
  fc.assert(
    fc.property(args, blank, (given, other) => {
      expect(
        keyOf(
          "PNL",
          given.map((each) => rewritten(each, other)),
        ),
      ).toBe(keyOf("PNL", given));
    }),
    { numRuns: runs(200) },
  );
});

test.each<[string, unknown, unknown]>([
  ["a number with a format", { type: "FormattedNumber", basicValue: 46082, numberFormat: "yyyy-mm" }, 46082],
  ["a double", { type: "Double", basicType: "Double", basicValue: 7 }, 7],
  ["an empty cell", { type: "Empty", basicType: "Empty", basicValue: "" }, null],
  ["an error", { type: "Error", basicType: "Error", basicValue: "#N/A", errorType: "NotAvailable" }, "#N/A"],
  ["an entity", { type: "Entity", basicValue: "#VALUE!", text: "FY26 Plan", properties: {} }, "FY26 Plan"],
  ["a linked entity", { type: "LinkedEntity", basicValue: "#VALUE!", text: "FY26 Plan" }, "FY26 Plan"],
])("A cell with a data type is its plain value: %s", (_what, given, plain) => {
  expect(normalizeArguments([given])).toEqual(normalizeArguments([plain]));
  expect(normalizeArguments([[[given, "x"]]])).toEqual(normalizeArguments([[[plain, "x"]]]));
});

test("Trailing blank arguments, rows and columns do not change a call's key", () => {
  fc.assert(
    fc.property(args, fc.array(blank, { maxLength: 3 }), (given, more) => {
      const padded = given.map((each) =>
        Array.isArray(each) ? [...each.map((row: unknown[]) => [...row, ""]), each[0]?.map(() => 0)] : each,
      );
      expect(keyOf("KPI", [...padded, ...more])).toBe(keyOf("KPI", given));
    }),
    { numRuns: runs(200) },
  );
});

test("A range of one cell is the same call as its value", () => {
  expect(keyOf("KPI", ["plan", [["North"]]])).toBe(keyOf("KPI", ["plan", "North"]));
  expect(keyOf("KPI", ["plan", [["North", ""]]])).toBe(keyOf("KPI", ["plan", "North"]));
  expect(keyOf("KPI", ["plan", [["North", "South"]]])).not.toBe(keyOf("KPI", ["plan", "North"]));
});

test("Calls with other values are others", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(value, { minLength: 2, maxLength: 2, selector: (each) => JSON.stringify(each) }),
      (two) => {
        const [one, other] = two.map((each) => keyOf("PNL", ["plan", each]));
        expect(one === other).toBe(two.every((each) => String(each).trim() === ""));
      },
    ),
    { numRuns: runs(200) },
  );
});

describe("a setting is part of a call that leaves its argument out, and of no other:", () => {
  const changed = { plan: "p2", scenarios: ["s2"], currency: "USD" };
  const isSame = (id: string, given: readonly unknown[], settings: Partial<typeof SETTINGS>) =>
    keyOf(id, given, { ...SETTINGS, ...settings }) === keyOf(id, given);

  test.each<[string, readonly unknown[], Partial<typeof SETTINGS>, boolean]>([
    ["PNL", ["Plan", [["One"]], [["ebit"]], null, null, null, "EUR"], changed, true],
    ["PNL", [0, [["One"]], [["ebit"]], null, null, null, "EUR"], { plan: "p2" }, false],
    ["PNL", ["Plan", [["One"]]], { currency: "USD" }, false],
    ["PNL", ["Plan", [["One"]]], { plan: "p2", scenarios: ["s2"] }, true],
    ["PNL", ["Plan", ""], { scenarios: ["s2"] }, false],
    ["SUPPLY", ["Plan", "One"], changed, true],
    ["PLANS", [], changed, true],
    ["VAR", ["Plan", "One", "Two", "ebit", null, null, null, "EUR"], changed, false],
    ["A_LATER_ONE", ["Plan"], { currency: "USD" }, false],
  ])("%s of %j", (id, given, settings, same) => expect(isSame(id, given, settings)).toBe(same));
});

describe("the fiscal year is part of a call", () => {
  const fiscalKey = (id: string, settings: CallSettings) =>
    callKey({ id, args: [], settings: settingsReadBy(id, [], settings) });
  const april = { fiscalMonth: 4 };

  test("if the call has a period", () => {
    expect(settingsReadBy("KPI", [], april)).toEqual(april);
    expect(fiscalKey("KPI", april)).not.toBe(fiscalKey("KPI", { fiscalMonth: 7 }));
    expect(fiscalKey("KPI", april)).not.toBe(fiscalKey("KPI", {}));
  });

  test("with its naming", () => {
    const byBegin = { ...april, fiscalNameByBegin: true };
    expect(settingsReadBy("KPI", [], byBegin)).toEqual(byBegin);
    expect(fiscalKey("KPI", byBegin)).not.toBe(fiscalKey("KPI", april));
    expect(fiscalKey("KPI", { ...april, fiscalNameByBegin: false })).toBe(fiscalKey("KPI", april));
  });

  test("unless it begins in January, whatever its name", () => {
    expect(settingsReadBy("KPI", [], { fiscalMonth: 1, fiscalNameByBegin: true })).toEqual({});
    expect(fiscalKey("KPI", { fiscalMonth: 1, fiscalNameByBegin: true })).toBe(fiscalKey("KPI", {}));
  });

  test.each(["PLANS", "FIELDS", "SCENARIOS", "ASOF"])("unless the function has no period: %s", (id) => {
    expect(settingsReadBy(id, [], { ...april, fiscalNameByBegin: true })).toEqual({});
  });
});

test("A range of blank cells is an argument left out", () => {
  expect(
    normalizeArguments([
      [
        [null, ""],
        [0, " "],
      ],
      [[]],
      [],
    ]),
  ).toEqual([null, null, null]);
  expect(keyOf("KPI", ["Plan", [["", null]], "ebit"])).toBe(keyOf("KPI", ["Plan", null, "ebit"]));
});

test("A range keeps its blanks between values, in rows of one width", () => {
  expect(
    normalizeArguments([
      [
        ["", "a", ""],
        ["", "", ""],
        ["b", "", ""],
        [0, 0, 0],
      ],
    ]),
  ).toEqual([
    [
      [null, "a"],
      [null, null],
      ["b", null],
    ],
  ]);
});

test.each<[string, string, unknown[], boolean]>([
  ["a period", "KPI", ["p1", "s1", "ebit", "Current-1"], true],
  ["an end of a range", "KPI", ["p1", "s1", "ebit", "2026-01: current"], true],
  ["another month", "KPI", ["p1", "s1", "ebit", "2026-01"], false],
  ["a function without a period", "SCENARIOS", ["current"], false],
])("A call reads the current month if its arguments say it: %s", (_what, id, given, isRead) => {
  const ofMonth = (currentMonth: string) => keyOf(id, given, { ...SETTINGS, currentMonth } as typeof SETTINGS);
  expect(ofMonth("2026-04") !== ofMonth("2026-05")).toBe(isRead);
  expect(ofMonth("2026-04") !== keyOf(id, given)).toBe(isRead);
});

test("A call reads no scenarios if none is chosen", () => {
  expect(settingsReadBy("PNL", ["Plan"], { plan: "p1", scenarios: [] })).toEqual({});
});
