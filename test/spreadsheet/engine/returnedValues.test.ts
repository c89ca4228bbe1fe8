import * as fc from "fast-check";
import { toCellError, toValues } from "../../../src/spreadsheet/engine/returnedValues";
import { isCellError } from "../../../src/spreadsheet/engine/values";
import { failure } from "./declare";

describe("What a function returns", () => {
  test.each([[12.5], ["00123"], ["=1+1"], [""], [true]])("stays as it is when a cell can hold it: %p", (value) => {
    expect(toValues(value)).toBe(value);
  });

  test.each([[null], [undefined]])("is 0 when it is nothing: %p", (value) => {
    expect(toValues(value)).toBe(0);
  });

  test.each([[NaN], [Infinity], [-Infinity]])("is #NUM! when it is no finite number: %p", (value) => {
    expect(toValues(value)).toMatchObject({ code: "#NUM!" });
  });

  test.each([[new Date(0)], [{}], [Symbol("x")], [() => 1], [10n]])(
    "is #VALUE! when no cell can hold it: %p",
    (value) => {
      expect(toValues(value)).toMatchObject({ code: "#VALUE!" });
    },
  );

  test("keeps its rows", () => {
    expect(
      toValues([
        ["a", 1],
        ["b", null],
      ]),
    ).toEqual([
      ["a", 1],
      ["b", 0],
    ]);
  });

  test("is one value when it is one row of one value", () => {
    expect(toValues([[7]])).toBe(7);
  });

  test("is #CALC! when it is an empty table", () => {
    expect([toValues([]), toValues([[]]), toValues([[], []])]).toMatchObject(Array(3).fill({ code: "#CALC!" }));
  });

  test("is filled with #N/A where rows are too short", () => {
    expect(toValues([[1, 2], [3]])).toMatchObject([
      [1, 2],
      [3, { code: "#N/A" }],
    ]);
  });

  test("is #VALUE! when it is a list instead of rows", () => {
    expect(toValues([1, 2])).toMatchObject({ code: "#VALUE!", message: expect.stringContaining("rows") });
    expect(toValues([[1], 2])).toMatchObject({ code: "#VALUE!" });
  });

  test("may have more rows than a function can have arguments", () => {
    expect(toValues(Array.from({ length: 300_000 }, () => [1]))).toHaveLength(300_000);
  });

  test("is always one value or rows of one length, whatever it is", () => {
    const holdable = (value: unknown) =>
      ["string", "boolean"].includes(typeof value) || Number.isFinite(value) || isCellError(value);
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.array(fc.anything()))), (returned) => {
        const values = toValues(returned);
        if (!Array.isArray(values)) return holdable(values);
        return values.every((row) => row.length === values[0]!.length && row.length > 0 && row.every(holdable));
      }),
    );
  });
});

describe("What a function throws", () => {
  test("is the error that it names, with its message", () => {
    expect(toCellError(failure("#N/A", "No such plan."))).toEqual({ code: "#N/A", message: "No such plan." });
  });

  test("is #VALUE! with its message when it names none, or one that no cell can show", () => {
    expect(toCellError(new Error("Broken."))).toEqual({ code: "#VALUE!", message: "Broken." });
    expect(toCellError(failure("ECONNREFUSED", "No connection."))).toEqual({
      code: "#VALUE!",
      message: "No connection.",
    });
    expect(toCellError("just text")).toEqual({ code: "#VALUE!", message: "just text" });
  });

  test("may be a newer Excel error, but never one of a waiting cell", () => {
    expect(toCellError(failure("#BLOCKED!", "Not allowed."))).toEqual({ code: "#BLOCKED!", message: "Not allowed." });
    expect(toCellError(failure("#CONNECT!", "Soon."))).toEqual({ code: "#VALUE!", message: "Soon." });
  });

  test.each([[undefined], [null], [{}], [new Error()], [7]])(
    "is #VALUE! with some message when it says nothing: %p",
    (thrown) => {
      expect(toCellError(thrown)).toEqual({ code: "#VALUE!", message: "The function failed without saying why." });
    },
  );
});
