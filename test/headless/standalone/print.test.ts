import type { Result } from "../../../src/spreadsheet/engine/evaluate";
import { printJson, printTables } from "../../../src/headless/standalone/print";

const lines = (...results: [string, Result][]) => results.map(([formula, result]) => ({ formula, result }));
const values = (...given: (string | number | boolean)[]) =>
  lines(...given.map((value): [string, Result] => ["=F()", { value }]));

/** What is printed for a value, the formula before it left out. */
const shown = (value: string | number | boolean) => printTables(values(value)).replace(/^=F\(\) {2}|\n$/g, "");

describe("JSON", () => {
  test("is a line for each formula: a value, rows of values, or an error", () => {
    const json = printJson(
      lines(
        ["=1", { value: 1 }],
        [
          "=A",
          {
            value: [
              ["a", 1.5],
              [true, "#N/A"],
            ],
          },
        ],
        ['="x"', { error: { code: "#N/A", message: "Nothing." } }],
      ),
    );
    expect(json.split("\n")).toEqual([
      '{"formula":"=1","value":1}',
      '{"formula":"=A","value":[["a",1.5],[true,"#N/A"]]}',
      '{"formula":"=\\"x\\"","error":{"code":"#N/A","message":"Nothing."}}',
      "",
    ]);
  });

  test("keeps every character of a text, and no terminal obeys them", () => {
    const text = "a\nb\u001b[31m\u009b31m\u007f\u0085漢😀\u2028";
    const json = printJson(values(text));
    expect(json.slice(0, -1)).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(json)).toEqual({ formula: "=F()", value: text });
  });
});

describe("numbers for people", () => {
  test.each<[number, string]>([
    [0, "0"],
    [12, "12"],
    [1234567, "1,234,567"],
    [-1234567.891, "-1,234,568"],
    [1234.5, "1,235"],
    [12.345, "12.35"],
    [999.999, "1,000.00"],
    [0.4839123, "0.4839"],
    [9.5, "9.5000"],
    [0.00001234567, "0.00001235"],
    [-0.00012, "-0.00012"],
    [1e21, "1,000,000,000,000,000,000,000"],
  ])("%d is shown as %s", (value, text) => {
    expect(shown(value)).toBe(text);
  });
});

describe("a table for people", () => {
  test("has formulas at the left and numbers at the right", () => {
    const text = printTables(lines(["=A()", { value: 1 }], ["=LONGER()", { value: 1234567 }]));
    expect(text).toBe("=A()               1\n=LONGER()  1,234,567\n");
  });

  test("says what an error means beside it", () => {
    const error = { code: "#N/A", message: "Scenario 'x' is not in plan 'y'." };
    expect(printTables(lines(["=A()", { error }], ["=B()", { value: 5 }]))).toBe(
      "=A()  #N/A  Scenario 'x' is not in plan 'y'.\n=B()     5\n",
    );
  });

  test("shows rows below their formula, and the single values around them in order", () => {
    const rows = [
      ["Region", "Volume"],
      ["North", 1200],
      ["East", -7],
    ];
    expect(printTables(lines(["=A()", { value: 1 }], ["=T()", { value: rows }], ["=B()", { value: true }]))).toBe(
      "=A()  1\n\n=T()\n\nRegion  Volume\nNorth    1,200\nEast        -7\n\n=B()  TRUE\n",
    );
  });

  test("aligns wide characters by the places that they take", () => {
    const rows = [
      ["漢字", 1],
      ["ab", 2],
      ["😀", 3],
    ];
    const [, , ...printed] = printTables(lines(["=T()", { value: rows }])).split("\n");
    expect(printed).toEqual(["漢字  1", "ab    2", "😀    3", ""]);
  });

  test("keeps a blank cell and a blank text blank", () => {
    expect(
      printTables(
        lines([
          "=T()",
          {
            value: [
              ["", 1],
              ["a", ""],
            ],
          },
        ]),
      ),
    ).toBe("=T()\n\n   1\na\n");
    expect(printTables(values(""))).toBe("=F()\n");
  });

  test("lets nothing in a name steer the terminal or turn the order of letters", () => {
    const name = "a\u001b[2J\u001b]0;title\u0007b\r\nc\u009b31md\u202ee\u2066f\u2028g";
    const text = printTables(lines([name, { error: { code: "#N/A", message: name } }], ["=B", { value: [[name, 1]] }]));
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    expect(text).not.toContain("title");
    expect(text.split("\n")).toHaveLength(6);
  });
});
