/** What there is to ask about, and the announced functions, by the built command. */
import { startServer, type SandboxServer } from "../../sandbox/server";
import { expectClose } from "../oracle/atomicRows";
import { SENT_DEMAND, SENT_PNL } from "../oracle/fields";
import { YEAR } from "../oracle/months";
import { connectionTo, errorsOf, valuesOf } from "./cli";

type Rows = unknown[][];

const NOW = Date.UTC(2026, 5, 1, 12);
let server: SandboxServer;
let connection: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ port: 0, now: () => NOW });
  connection = { ...connectionTo(server), TZ: "UTC" };
});

afterAll(() => server.close());

const values = (...formulas: string[]) => valuesOf(formulas, connection);

describe("what there is to ask about", () => {
  test("PLANS and SCENARIOS list it as the plan has it", async () => {
    const [plans, scenarios, own] = (await valuesOf(
      ["=INSIGHTS.PLANS()", '=INSIGHTS.SCENARIOS("plan_eu26")', "=INSIGHTS.SCENARIOS()"],
      { ...connection, INSIGHTS_PLAN: "fy26" },
    )) as Rows[];
    const given = server.sandbox.planning.plans;
    expect(plans).toEqual([
      ["Id", "Name", "Currency", "Scenarios"],
      ...given.map((plan) => [plan.id, plan.name, plan.currency, plan.scenarios.length]),
    ]);
    const rowsOf = (id: string) =>
      given.find((plan) => plan.id === id)!.scenarios.map(({ id, name, flags }) => [id, name, flags.join(", ")]);
    expect(scenarios).toEqual([["Id", "Name", "Flags"], ...rowsOf("plan_eu26")]);
    expect(own).toEqual([["Id", "Name", "Flags"], ...rowsOf("fy26")]);
  });

  test("FIELDS lists the fields of the specification, and the announced ones", async () => {
    const families = ["pnl", "demand", "supply", "sustainability"];
    const calls = ["=INSIGHTS.FIELDS()", ...families.map((family) => `=INSIGHTS.FIELDS("${family}")`)];
    const [all, ...each] = (await values(...calls)) as Rows[];
    expect(all![0]).toEqual(["Name", "Label", "Family", "Unit", "Meaning"]);
    expect(each.flatMap((rows) => rows.slice(1))).toEqual(all!.slice(1));
    expect(each[0]!.slice(1).map(([name]) => name)).toEqual(SENT_PNL);
    expect(each[1]!.slice(1).map(([name]) => name)).toEqual(SENT_DEMAND);
    each.forEach((rows, at) => expect(new Set(rows.slice(1).map((row) => row[2]))).toEqual(new Set([families[at]])));
  });

  test("ASOF is when the service worked its numbers out, in the time of this machine", async () => {
    const formulas = ['=INSIGHTS.ASOF("fy26","actual")', '=INSIGHTS.ASOF("fy26",,"pnl")', '=INSIGHTS.ASOF("fy26")'];
    // 2026-06-01, a quarter of an hour before noon.
    const serial = 46_174 + 11.75 / 24;
    for (const asOf of await values(...formulas)) expect(asOf).toBeCloseTo(serial, 6);
    const [kolkata] = await valuesOf(formulas.slice(0, 1), { ...connection, TZ: "Asia/Kolkata" });
    expect(kolkata).toBeCloseTo(serial + 5.5 / 24, 6);
  });
});

describe("the announced functions", () => {
  const CALLS = [
    '=INSIGHTS.SUPPLY("plan_ap26","committed",{"dispatchVolume","serviceLevel","closingStock"},"FY",,,"values")',
    '=INSIGHTS.SUSTAINABILITY("plan_ap26","committed",,"FY",,,"values")',
    '=INSIGHTS.SUPPLY("plan_ap26","committed","dispatchVolume",,"2026-01","2026-03","values")',
  ];

  test("say that the service does not offer them yet", async () => {
    for (const error of await errorsOf(CALLS, connection)) {
      expect(error).toEqual({
        code: "#N/A",
        message: expect.stringMatching(/^The service does not offer \/\S+ yet\.$/),
      });
    }
  });

  test("give the sums of the atomic rows once it offers them", async () => {
    const sums = { dispatch: 0, full: 0, orders: 0, closing: 0, inbound: 0, storage: 0, outbound: 0 };
    const months = [0, 0, 0];
    for (const row of server.sandbox.planning.rows("plan_ap26", "ap26-committed")) {
      if (row.day < YEAR.from) continue;
      sums.dispatch += row.dispatchVolume;
      sums.full += row.ordersInFull;
      sums.orders += row.orders;
      sums.inbound += row.co2Inbound;
      sums.storage += row.co2Storage;
      sums.outbound += row.co2Outbound;
      if (row.day === YEAR.to) sums.closing += row.closingStock;
      const month = Number(row.day.slice(5, 7)) - 1;
      if (month < 3) months[month]! += row.dispatchVolume;
    }
    const preview = await startServer({ port: 0, preview: true });
    const found = (await valuesOf(CALLS, connectionTo(preview))) as Rows[];
    await preview.close();
    const expected = [
      [sums.dispatch, sums.full / sums.orders, sums.closing],
      [sums.inbound, sums.storage, sums.outbound],
      months,
    ];
    found.forEach((rows, at) => {
      expect(rows.flat()).toHaveLength(3);
      rows.flat().forEach((cell, place) => expectClose(cell, expected[at]![place]!));
    });
  });
});
