import { createLedger, type Ledger } from "../../src/workbook/ledger";
import { loadLedger, saveLedger } from "../../src/workbook/savedLedger";
import { readCustomXml, updateCustomXml } from "../../src/workbook/customXml";
import { saveSettings } from "../../src/workbook/settings";
import { openWorkbook, type Workbook } from "../workbench/excel";

let workbook: Workbook;
beforeEach(() => {
  workbook = openWorkbook({ data: { id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } } });
});
afterEach(() => workbook.close());

const create = () => createLedger({ now: () => 0, maxAge: () => Infinity });

/** The ledger of the workbook opened anew. */
async function reopened(): Promise<Ledger> {
  const ledger = create();
  loadLedger((await readCustomXml())!, ledger);
  return ledger;
}

describe("the ledger in a workbook", () => {
  test("brings back what calls returned, when, and from which service", async () => {
    const ledger = create();
    ledger.setService("https://app.example");
    ledger.record({ id: "PNL", args: ["fy26", [["a"], ["b"]], null] }, [["<&>", 1.5, ""]], 1_000);
    ledger.record({ id: "KPI", args: [] }, -0.25, 2_000);
    await saveLedger(ledger);
    const again = await reopened();
    expect(again.service).toBe("https://app.example");
    expect(again.calls()).toEqual([
      { id: "KPI", args: [], addresses: new Set(), state: "done", result: -0.25, answeredAt: 2_000 },
      {
        id: "PNL",
        args: ["fy26", [["a"], ["b"]], null],
        addresses: new Set(),
        state: "done",
        result: [["<&>", 1.5, ""]],
        answeredAt: 1_000,
      },
    ]);
  });

  test("keeps no failure", async () => {
    const ledger = create();
    const call = ledger.memoize("PNL", () => Promise.reject(new Error("Not connected.")));
    await expect(call("fy26", { address: "Sheet1!A1" })).rejects.toThrow();
    await saveLedger(ledger);
    expect((await reopened()).calls()).toEqual([]);
  });

  test("stands beside the settings, and is replaced as a whole", async () => {
    await saveSettings({ plan: "fy26" });
    const ledger = create();
    ledger.record({ id: "PNL", args: [1] }, 1, 1);
    await saveLedger(ledger);
    ledger.clear();
    await saveLedger(ledger);
    expect((await readCustomXml())?.getAttribute("plan")).toBe("fy26");
    expect((await reopened()).calls()).toEqual([]);
  });

  test("keeps the newest calls where there are too many for a file", async () => {
    const ledger = create();
    const long = "x".repeat(1_500_000);
    for (const time of [1, 2, 3]) ledger.record({ id: "PNL", args: [time] }, long, time);
    await saveLedger(ledger);
    expect((await reopened()).calls().map(({ answeredAt }) => answeredAt)).toEqual([3, 2]);
  });

  test.each(["no JSON", "{}", "[1]", '[["PNL"]]', '[["PNL", [], null]]'])("reads %s as nothing", async (text) => {
    await updateCustomXml((root) => {
      const element = root.ownerDocument.createElementNS(root.namespaceURI, "ledger");
      element.textContent = text;
      root.appendChild(element);
    });
    expect((await reopened()).calls()).toEqual([]);
  });
});
