/** Values that are taken for good are those that the functions have returned. */
import type { Ledger } from "../../../src/excel/workbook/ledger/ledger";
import { awaitResults } from "../../../src/excel/workbook/awaitResults";
import { setUpWorkbook, type WorkbookSetup } from "./setup";

describe("in a workbook", () => {
  let setup: WorkbookSetup;
  beforeEach(async () => {
    setup = await setUpWorkbook({ A1: "One", B1: '=INSIGHTS.PNL("Plan",A1,"ebit")' });
    Object.assign(setup.workbook.host, { keepOldValues: true, resultDelay: 300 });
  });
  afterEach(async () => {
    await setup.workbook.settled();
    setup.workbook.close();
  });

  const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

  /** Changes an argument, and returns what the cell reads as once its results have been awaited. */
  const readAfterEdit = () =>
    Excel.run(async (context) => {
      const sheet = context.workbook.worksheets.getItem("Sheet1");
      sheet.getRange("A1").values = [["Two"]];
      const atOnce = sheet.getRange("B1").load("values");
      await context.sync();
      await awaitResults(setup.ledger, wait);
      const awaited = sheet.getRange("B1").load("values");
      await context.sync();
      return [atOnce.values, awaited.values];
    });

  test("a cell with an old value is waited for", async () => {
    expect(await readAfterEdit()).toEqual([[[100]], [[200]]]);
  });

  test("a cell whose function takes seconds is waited for", async () => {
    setup.service.fail = async () => void (await wait(1_500));
    expect(await readAfterEdit()).toEqual([[[100]], [[200]]]);
  });
});

describe("the wait for results", () => {
  interface Second {
    readonly coming?: boolean;
    readonly pending?: boolean;
  }

  /** Waits for the results of a ledger in whose nth second these calls come, and those are pending at its end. */
  async function waitFor(seconds: readonly Second[]) {
    const waits: number[] = [];
    const listeners = new Set<() => void>();
    const addresses = new Set(["Sheet1!A1"]);
    const now = () => seconds[Math.ceil(waits.length / 10) - 1];
    const ledger = {
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      entries: () => [
        { state: "done", addresses },
        { state: now()?.pending ? "waiting" : "done", addresses },
      ],
    } as unknown as Ledger;
    const end = await awaitResults(ledger, async (milliseconds) => {
      waits.push(milliseconds);
      if (now()?.coming) for (const listener of listeners) listener();
    }).then(
      () => "quiet",
      ({ message }: Error) => message,
    );
    return { end, waits, listening: listeners.size };
  }

  test.each<[what: string, seconds: readonly Second[], count: number]>([
    ["one second without a call", [{}], 1],
    ["another second after a call came", [{ coming: true }, { coming: true }, {}], 3],
    ["another second after a call was pending", [{ pending: true }, {}], 2],
    ["ten seconds if the last one is quiet", [...Array<Second>(9).fill({ coming: true }), {}], 10],
  ])("lasts %s", async (_what, seconds, count) => {
    expect(await waitFor(seconds)).toEqual({ end: "quiet", waits: Array(10 * count).fill(100), listening: 0 });
  });

  test.each([{ coming: true }, { pending: true }])("fails after ten seconds of %j", async (second) => {
    const { end, waits, listening } = await waitFor(Array<Second>(20).fill(second));
    expect([end, waits.length, listening]).toEqual([expect.stringMatching(/still being calculated/), 100, 0]);
  });
});
