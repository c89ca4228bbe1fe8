/** Explaining cells that show an outlook, over Microsoft's real proxies. */
import { divisionOf } from "../../../../src/excel/actions/explain/explainedPath";
import type { ExplainActions } from "../../../../src/excel/actions/explain/explanation";
import type { ExplainStep } from "../../../../src/excel/actions/explain/explainState";
import { APP, choose, KEY, setUpStore, type StoreSetup } from "../storeSetup";

const ACTUALS = 'INSIGHTS.KPI("Plan","One","ebit","2026-04",,,,"YTD")';
const LATER = 'INSIGHTS.KPI("Plan","Two","ebit","2026-05:2026-12")';
const CELLS = {
  A1: `=${ACTUALS}`,
  B1: '=INSIGHTS.KPI("Plan","Two","ebit","2026",,,,,"2026-04")',
  B2: `=${ACTUALS}+${LATER}`,
  B3: `=SUM(${LATER},A1)`,
  B4: `=${ACTUALS}+${LATER}-C4*2+7`,
  B5: '=INSIGHTS.KPI("Plan","Two","ebit","2026",,,,,"2026-04")+C4',
  B6: `=${LATER}-${ACTUALS}`,
  C4: 10,
};

/** Ten for each month of One, the actuals, and a hundred for each of Two. */
function serve({ pathname, searchParams }: URL): Response | undefined {
  if (pathname.endsWith("/plans")) {
    const scenarios = [
      { id: "s1", name: "One", flags: ["actual"] },
      { id: "s2", name: "Two" },
    ];
    return Response.json({ plans: [{ id: "p1", name: "Plan", currency: "EUR", scenarios }] });
  }
  if (!pathname.endsWith("/pnl-summary")) return undefined;
  const [from = "2026-01", to = "2026-12"] = ["dateFrom", "dateTo"].map((name) => searchParams.get(name)?.slice(0, 7));
  const periods = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`);
  const scenarios = (searchParams.get("scenarioIds")?.split(",") ?? []).map((scenarioId) => ({
    scenarioId,
    series: periods
      .filter((period) => period >= from && period <= to)
      .map((period) => ({ period, ebit: scenarioId === "s1" ? 10 : 100 })),
  }));
  return Response.json({ scenarios });
}

let setup: StoreSetup;
let actions: ExplainActions;
let stop: () => void;

beforeAll(async () => {
  setup = await setUpStore();
  setup.service.fail = serve;
  await setup.store.connect(APP, KEY, false);
  for (const [address, content] of Object.entries(CELLS)) setup.workbook.enter(address, content);
  await setup.workbook.settled();
  actions = await setup.store.loadExplain();
  stop = actions.followCell();
});
afterAll(() => {
  stop();
  setup.close();
});

async function explain(address: string): Promise<ExplainStep | undefined> {
  await choose(address);
  await setup.until(({ explanation }) => {
    if (explanation?.address !== `Sheet1!${address}` || explanation.state !== "done") return false;
    return explanation.numbers.length !== 1 || explanation.steps.at(-1)?.divisions !== undefined;
  });
  return setup.store.state().explanation?.steps.at(-1);
}

const partsOf = (step: ExplainStep | undefined) => {
  const division = step && divisionOf(step);
  return division?.state === "done" ? division.parts.map(({ label, amount }) => [label, amount]) : [];
};

const TITLE = "EBIT of Outlook (actuals to 2026-04, then Two) in Plan, Jan–Dec 2026";
const PARTS = [
  ["One · Jan–Apr 2026", 40],
  ["Two · May–Dec 2026", 800],
];

test.each<[string, string, number, unknown[][]]>([
  ["one call", "B1", 840, PARTS],
  ["two calls in one cell", "B2", 840, PARTS],
  ["a call and a cell", "B3", 840, PARTS],
  ["two calls and more", "B4", 827, [...PARTS, ["-C4*2+7", -13]]],
  ["one call and more", "B5", 850, [...PARTS, ["C4", 10]]],
])("shows an outlook by %s as one number with its two parts", async (_what, address, value, parts) => {
  const step = await explain(address);
  expect(step).toMatchObject({ title: TITLE, value, dimension: "outlook", isNewer: false });
  expect(partsOf(step)).toEqual(parts);
  expect(setup.store.state().explanation?.unread).toEqual([]);
});

test("opens each part as a number of its own, and leads back to the whole", async () => {
  await explain("B4");
  await actions.openPart(1);
  const { explanation } = setup.store.state();
  expect(explanation?.steps.map(({ value }) => value)).toEqual([827, 800]);
  expect(explanation?.steps.at(-1)).toMatchObject({ title: "EBIT of Two in Plan, May–Dec 2026" });
  actions.goBack(0);
  expect(partsOf(setup.store.state().explanation?.steps.at(-1))).toHaveLength(3);
});

test("keeps what the formula adds when the service is asked for the parts", async () => {
  await explain("B1");
  setup.session.forget();
  const step = await explain("B5");
  expect(step).toMatchObject({ value: 850, dimensions: ["outlook"], divisions: { outlook: { state: "asks" } } });
  await actions.divideBy("outlook");
  const divided = setup.store.state().explanation?.steps.at(-1);
  expect(divided).toMatchObject({ title: TITLE, value: 850, dimensions: ["outlook"], isNewer: false });
  expect(partsOf(divided)).toEqual([...PARTS, ["C4", 10]]);
});

test("shows the difference of the two as a variance, not as an outlook", async () => {
  expect((await explain("B6"))?.call.id).not.toBe("KPI");
});

test("writes the parts as formulas, under a title that says what is left out", async () => {
  await explain("B4");
  await actions.writeParts();
  await setup.workbook.settled();
  expect([setup.store.state().failure, setup.store.state().notes]).toEqual([undefined, []]);
  const rows = setup.workbook.values("A1:B20");
  const headings = rows.findIndex(([first]) => first === "Months");
  expect(rows[0]?.[0]).toBe(`${TITLE}, without -C4*2+7`);
  expect(rows.slice(headings + 1, headings + 5)).toEqual([...PARTS, ["", ""], ["Total", 840]]);
});
