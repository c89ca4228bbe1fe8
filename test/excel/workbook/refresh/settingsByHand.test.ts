/** A setting that calls read is changed: cells follow, and so does what reads them, however Excel calculates. */
import { openLeanWorkbook } from "../lean/leanSetup";

type Opened = Awaited<ReturnType<typeof openLeanWorkbook>>;
let opened: Opened | undefined;
const open = async (...given: Parameters<typeof openLeanWorkbook>) => (opened = await openLeanWorkbook(...given));
afterEach(() => opened?.close());

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function settled({ workbook, person }: Opened): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = person.isIdle() ? quiet + 1 : 0) {
    await workbook.settled();
    await turn();
  }
}

const CELLS = {
  "A!A1": '=INSIGHTS.KPI(,"One","ebit")',
  "A!B1": "=A1+1",
  "B!A1": "=A!B1+1",
  "B!A2": '=INSIGHTS.KPI(,IF(A!A1>10000,"Two","One"),"ebit")',
};

describe.each([
  ["by itself", "Automatic", false],
  ["by itself, direct dependents only", "Automatic", true],
  ["by hand", "Manual", false],
  ["by hand, direct dependents only", "Manual", true],
] as const)("If Excel calculates %s,", (_how, mode, isShallow) => {
  const openPlan = async () => {
    const workbook = await open(["A", "B"], CELLS, { isShallow });
    await workbook.person.act(() => workbook.person.store.changeSettings({ plan: "p0" }));
    await settled(workbook);
    await workbook.refresh();
    workbook.workbook.document.calculationMode = mode;
    return workbook;
  };
  const shown = ({ value }: Opened) => Object.keys(CELLS).map(value);

  test("all follow another plan", async () => {
    const workbook = await openPlan();
    expect(shown(workbook)).toEqual([1000, 1001, 1002, 1000]);
    await workbook.person.act(() => workbook.person.store.changeSettings({ plan: "p1" }));
    await settled(workbook);
    expect(shown(workbook)).toEqual([21_000, 21_001, 21_002, 25_000]);
  });

  test("all follow a plan that is chosen during a refresh which fails", async () => {
    const workbook = await openPlan();
    const { person, service } = workbook;
    service.failing = { after: 0, status: 503 };
    const refreshing = person.act(() => person.store.refresh());
    const chosen = person.act(() => person.store.changeSettings({ plan: "p1" }));
    await refreshing;
    service.failing = undefined;
    await chosen;
    await settled(workbook);
    expect(shown(workbook)).toEqual([21_000, 21_001, 21_002, 25_000]);
  });

  test("cells that failed are asked again, and those that read them follow", async () => {
    const workbook = await openPlan();
    const { person, service } = workbook;
    service.failing = { after: 0, status: 503 };
    await person.act(() => person.store.changeSettings({ plan: "p1" }));
    await settled(workbook);
    expect(shown(workbook)).toEqual(["#VALUE!", "#VALUE!", "#VALUE!", "#VALUE!"]);
    service.failing = undefined;
    await person.act(() => person.store.retryFailed());
    await settled(workbook);
    expect(shown(workbook)).toEqual([21_000, 21_001, 21_002, 25_000]);
  });
});
