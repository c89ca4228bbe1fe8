import { failure, open } from "./excel";
import { pnlOf, resultsOf, serve, type Asked } from "./service";

const NOON = Date.UTC(2026, 2, 31, 12);
const HOUR = 3_600_000;
const PLAN = { plan: "p1" };

/** The moment that a cell shows: Excel counts days of the wall clock from 1899 or 1904. */
function momentOf(serial: number, epoch = Date.UTC(1899, 11, 30)): number {
  const wall = new Date(Math.round(epoch + serial * 86_400_000)).toISOString().slice(0, 23);
  return new Date(wall).getTime();
}

const generatedAt = (body: object, moment: number) => ({
  ...body,
  meta: { generatedAt: new Date(moment).toISOString() },
});

/** Says that the P&L was worked out at noon, months an hour earlier, and demand not when. */
const dated = (asked: Asked) => {
  if (asked.path === "/demand-forecast") return resultsOf(asked, { series: [{ period: "2026-01", demandVolume: 1 }] });
  if (asked.path !== "/pnl-summary") return undefined;
  if (asked.interval === "FY") return generatedAt(pnlOf(asked, { ebit: 1 }), NOON);
  return generatedAt(pnlOf(asked, [{ period: "2026-01", ebit: 1 }]), NOON - HOUR);
};

const timers = { now: () => NOON + HOUR, after: () => () => {} };

describe("ASOF", () => {
  test("is when the oldest of the answers in memory was computed", async () => {
    const excel = open(serve(dated));
    await excel.call("PNL", { ...PLAN, scenario: "s1" });
    expect(momentOf(await excel.call("ASOF", PLAN))).toBe(NOON);
    await excel.call("PNL", { ...PLAN, scenario: "s2", interval: "M" });
    expect(momentOf(await excel.call("ASOF", PLAN))).toBe(NOON - HOUR);
    expect(momentOf(await excel.call("ASOF", { ...PLAN, scenario: "s1" }))).toBe(NOON);
    expect(momentOf(await excel.call("ASOF", { ...PLAN, scenario: [["s1"], ["Upside"]] }))).toBe(NOON - HOUR);
  });

  test("is when it was received, where the service does not say", async () => {
    const excel = open(serve(dated), { timers });
    await excel.call("DEMAND", { ...PLAN, scenario: "s1" });
    expect(momentOf(await excel.call("ASOF", PLAN))).toBe(NOON + HOUR);
  });

  test("can be that of one family", async () => {
    const excel = open(serve(dated), { timers });
    await Promise.all([excel.call("DEMAND", PLAN), excel.call("PNL", PLAN)]);
    expect(momentOf(await excel.call("ASOF", { ...PLAN, family: "Demand" }))).toBe(NOON + HOUR);
    expect(momentOf(await excel.call("ASOF", { ...PLAN, family: "pnl" }))).toBe(NOON);
    expect(momentOf(await excel.call("ASOF", PLAN))).toBe(NOON);
  });

  test("waits for the answers of the same recalculation, whichever cell comes first", async () => {
    const excel = open(serve(dated));
    const [asOf] = await Promise.all([excel.call("ASOF", PLAN), excel.call("PNL", { ...PLAN, interval: "M" })]);
    expect(momentOf(asOf)).toBe(NOON - HOUR);
    expect(excel.requests).toEqual(["/plans", "/pnl-summary?planId=p1&scenarioIds=s1%2Cs2&interval=M"]);
  });

  test("with none held asks for the full-year P&L, as a plain PNL does", async () => {
    const excel = open(serve(dated), { settings: { plan: "Plan One", currency: "EUR" } });
    expect(momentOf(await excel.call("ASOF"))).toBe(NOON);
    await excel.call("PNL");
    expect(excel.requests).toEqual(["/plans", "/pnl-summary?planId=p1&scenarioIds=s1%2Cs2&interval=FY&currency=EUR"]);
  });

  test("counts from 1904 in a workbook that does", async () => {
    const excel = open(serve(dated), { dateSystem: 1904 });
    expect(momentOf(await excel.call("ASOF", PLAN), Date.UTC(1904, 0, 1))).toBe(NOON);
  });

  test("is in UTC where that is asked for, wherever the computer is", async () => {
    const zone = jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-330);
    const excel = open(serve(dated));
    const [utc, local]: number[] = [
      await excel.call("ASOF", { ...PLAN, zone: "utc" }),
      await excel.call("ASOF", { ...PLAN, zone: "local" }),
    ];
    zone.mockRestore();
    expect(Math.round(utc! * 86_400_000) + Date.UTC(1899, 11, 30)).toBe(NOON);
    expect(local! - utc!).toBeCloseTo(5.5 / 24, 9);
    expect((await failure(excel.call("ASOF", { ...PLAN, zone: "CET" }))).message).toContain("takes local or UTC");
  });

  test("has nothing to tell of a second run where there is one", async () => {
    const excel = open(serve(dated));
    await excel.call("PNL", PLAN);
    for (const part of ["earlier", "later"]) expect(await excel.call("ASOF", { ...PLAN, part })).toBe(0);
  });

  test("leaves a cell that failed out of account", async () => {
    const excel = open(serve(dated));
    await failure(excel.call("PNL", { ...PLAN, scenario: "nobody" }));
    await excel.call("PNL", PLAN);
    expect(momentOf(await excel.call("ASOF", PLAN))).toBe(NOON);
  });

  test("tells a wrong plan, scenario or family", async () => {
    const excel = open(serve(dated));
    expect((await failure(excel.call("ASOF", { plan: "p9" }))).code).toBe("#N/A");
    expect((await failure(excel.call("ASOF", { ...PLAN, scenario: "Bsae" }))).message).toContain(
      "Did you mean 'Base'?",
    );
    expect((await failure(excel.call("ASOF", { ...PLAN, family: "profit" }))).code).toBe("#VALUE!");
  });
});
