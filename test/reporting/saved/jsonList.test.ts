/** @jest-environment jsdom */
import { childOf, createSaved } from "../../../src/reporting/saved/document";
import { readJsonList, writeJsonList } from "../../../src/reporting/saved/jsonList";
import { readShards } from "../../../src/reporting/saved/ledgerShards";
import { browserDom } from "./dom";

function partWith(json: string): Element {
  const root = createSaved(browserDom, "ledger");
  childOf(root, "ledger").textContent = json;
  return root;
}

const nested = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}`;

describe("a damaged part costs only itself", () => {
  test.each([9000, 1_000_000])("an item of %d nested brackets is left out, and the others are read", (levels) => {
    const root = partWith(`[["KPI",[],1,5],${nested(levels)},["PNL",[],[[1]],6]]`);
    expect(readJsonList(root, "ledger")).toEqual([
      ["KPI", [], 1, 5],
      ["PNL", [], [[1]], 6],
    ]);
    expect(() => readShards([root, partWith("[")])).not.toThrow();
  });

  test("arguments and results of nested brackets are no entries", () => {
    expect(() => readShards([partWith(`[["KPI",${nested(9000)},${nested(9000)},5]]`)])).not.toThrow();
  });

  test("an item of twenty levels is read, one of twenty-one is not", () => {
    const lists = [nested(20), nested(21)].map((json) => readJsonList(partWith(`[${json}]`), "ledger"));
    expect(lists.map(({ length }) => length)).toEqual([1, 0]);
  });

  test("a part that is no list is empty", () => {
    expect(["", "{}", "[1", nested(9000)].map((json) => readJsonList(partWith(json), "ledger"))).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  test("ranges among arguments and results are read as they were written", () => {
    const root = createSaved(browserDom, "ledger");
    const list = [["DEMAND", [[["a", "b"]]], [[1, "x", true]], 5, 6, { plan: "p", scenarios: ["s"] }]];
    writeJsonList(childOf(root, "ledger"), list);
    expect(readJsonList(root, "ledger")).toEqual(list);
  });
});
