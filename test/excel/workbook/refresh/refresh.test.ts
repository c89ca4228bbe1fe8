import { setUpWorkbook, refusal, type WorkbookSetup } from "../setup";

const CELLS = {
  A1: '=INSIGHTS.PNL("Plan","One","ebit")',
  A2: '=INSIGHTS.PNL("Plan","Two","ebit")/2',
  A4: '=INSIGHTS.PNL("Plan","One")',
  D1: 7,
  D2: "=A1+D1",
};

let setup: WorkbookSetup;
const open = async (...given: Parameters<typeof setUpWorkbook>) => (setup = await setUpWorkbook(...given));
afterEach(() => setup.workbook.close());

const shown = () => ["A1", "A2", "B5", "B6", "D2"].map((address) => setup.workbook.value(address));

describe("a refresh", () => {
  test("brings cells, spills and what depends on them to the service's present state", async () => {
    await open(CELLS);
    expect(shown()).toEqual([100, 100, 1000, 100, 107]);
    setup.service.ebit = 130;
    const summary = await setup.refresh();
    await setup.workbook.settled();
    expect(shown()).toEqual([130, 130, 1000, 130, 137]);
    expect(summary).toMatchObject({
      cells: 3,
      failures: [],
      changes: [
        { address: "Sheet1!A1", before: 100, after: 130 },
        { address: "Sheet1!A2", before: 100, after: 130 },
        { address: "Sheet1!B6", before: 100, after: 130 },
      ],
    });
  });

  test("asks each question once, in the fewest requests, and its cells ask nothing", async () => {
    await open(CELLS);
    setup.asked();
    await setup.refresh();
    await setup.workbook.settled();
    expect(setup.asked()).toEqual(["plans", "pnl-summary?planId=p1&scenarioIds=s1%2Cs2&interval=FY"]);
  });

  test("that finds nothing new calculates no cell", async () => {
    await open(CELLS);
    const renew = jest.spyOn(setup.workbook.calls, "renew");
    expect(await setup.refresh()).toMatchObject({ cells: 3, changes: [], failures: [] });
    expect(renew).not.toHaveBeenCalled();
  });

  // Fails if only a later run of a plan is news.
  test("that finds a change is another edition, though no plan has a later run", async () => {
    await open({ A1: "=INSIGHTS.PLANS()" });
    await setup.refresh();
    const { edition } = setup.ledger;
    await setup.refresh();
    expect(setup.ledger.edition).toEqual(edition);
    setup.service.fail = ({ pathname }) => (pathname.endsWith("/plans") ? Response.json({ plans: [] }) : undefined);
    await setup.refresh();
    expect(setup.ledger.edition).not.toEqual(edition);
  });

  test("is as old as its oldest answer, and has no age without one", async () => {
    await open({ A1: "mine" });
    expect((await setup.refresh()).asOf).toBeUndefined();
    setup.workbook.enter("A1", CELLS.A1);
    await setup.workbook.settled();
    expect((await setup.refresh()).asOf).toEqual(expect.any(Number));
  });

  test("tells how far it is", async () => {
    await open(CELLS);
    const progress = jest.fn();
    await setup.refresh({ progress });
    expect(progress).toHaveBeenCalledWith(0, 3);
    expect(progress).toHaveBeenLastCalledWith(3, 3);
  });

  test("finds the calls of a workbook that was just opened in its ledger", async () => {
    await open({ A1: CELLS.A1 });
    setup.ledger.clear();
    const call = { id: "PNL", args: ["Plan", [["One"]], [["ebit"]]] };
    setup.ledger.record(call, { result: [[100]], answeredAt: 1 });
    setup.service.ebit = 130;
    await setup.refresh();
    await setup.workbook.settled();
    expect(setup.workbook.value("A1")).toBe(130);
  });
});

test("cells that call our functions by way of a name are refreshed too", async () => {
  await open({});
  await Excel.run(async (context) => {
    context.workbook.names.add("PlanEbit", '=INSIGHTS.PNL("Plan","One","ebit")');
    context.workbook.names.add("HalfEbit", "=PlanEbit/2");
    await context.sync();
  });
  setup.workbook.enter("A1", "=HalfEbit+1");
  await setup.workbook.settled();
  expect(setup.workbook.value("A1")).toBe(51);
  setup.service.ebit = 130;
  expect(await setup.refresh()).toMatchObject({ cells: 1, changes: [{ address: "Sheet1!A1", before: 51, after: 66 }] });
});

describe("a refresh that fails leaves every cell as it is, and says why", () => {
  test.each<[string, () => Response | Promise<Response>, string]>([
    ["the network", () => Promise.reject(new TypeError("fetch failed")), "No connection to"],
    ["401", () => refusal(401, "No"), "401"],
    ["429", () => refusal(429, "Slow down"), "Slow down"],
    ["500", () => refusal(500), "Broken"],
    ["HTML", () => new Response("<!doctype html>", { status: 200 }), "did not answer with JSON"],
  ])("%s", async (_what, reply, message) => {
    await open(CELLS);
    setup.service.ebit = 130;
    setup.service.fail = ({ pathname }) => (pathname.endsWith("/pnl-summary") ? reply() : undefined);
    await expect(setup.refresh()).rejects.toThrow(message);
    expect(shown()).toEqual([100, 100, 1000, 100, 107]);
    setup.service.fail = undefined;
    await setup.refresh();
    await setup.workbook.settled();
    expect(shown()).toEqual([130, 130, 1000, 130, 137]);
  });

  test("not connected", async () => {
    await open(CELLS);
    setup.session.disconnect();
    await expect(setup.refresh()).rejects.toThrow("Connect in the Insights pane");
    expect(shown()).toEqual([100, 100, 1000, 100, 107]);
  });

  test("cancelled", async () => {
    await open(CELLS);
    const controller = new AbortController();
    setup.service.ebit = 130;
    const done = setup.refresh({ signal: controller.signal });
    controller.abort();
    await expect(done).rejects.toThrow();
    expect(shown()).toEqual([100, 100, 1000, 100, 107]);
  });
});

describe("what does not exist any more", () => {
  test("changes its own cells only, and they are named with their message", async () => {
    await open(CELLS);
    setup.service.ebit = 130;
    setup.service.fail = ({ pathname }) =>
      pathname.endsWith("/plans")
        ? Response.json({
            plans: [{ id: "p1", name: "Plan", currency: "EUR", scenarios: [{ id: "s1", name: "One" }] }],
          })
        : undefined;
    const summary = await setup.refresh();
    await setup.workbook.settled();
    expect(setup.workbook.value("A1")).toBe(130);
    expect(setup.workbook.value("A2")).toBe("#N/A");
    expect(summary.failures).toEqual([
      {
        address: "Sheet1!A2",
        code: "#N/A",
        message: expect.stringContaining("Scenario 'Two' is not in plan 'Plan'"),
      },
    ]);
  });
});

test("two refreshes at once are one", async () => {
  await open(CELLS);
  setup.asked();
  await Promise.all([setup.refresh(), setup.refresh()]);
  expect(setup.asked().filter((path) => path === "plans")).toHaveLength(1);
});

test("off line, the ledger answers cells that calculate again", async () => {
  await open(CELLS);
  setup.session.disconnect();
  setup.workbook.calls.renew();
  await setup.workbook.settled();
  expect(shown()).toEqual([100, 100, 1000, 100, 107]);
});

test("a call with settings that hold no more is not asked again, nor does it count", async () => {
  const { settings, ledger, service, workbook } = await open({});
  settings.current = { plan: "Plan" };
  workbook.enter("A1", '=INSIGHTS.KPI(,"One","ebit")');
  await workbook.settled();
  settings.current = { plan: "p1" };
  await setup.refresh();
  service.ebit = 170;
  await setup.refresh();
  expect(ledger.entries().map((entry) => [entry.settings, entry.result])).toContainEqual([{ plan: "p1" }, 170]);
  expect(ledger.entries().filter((entry) => entry.settings?.plan === "Plan")).toEqual([]);
});
