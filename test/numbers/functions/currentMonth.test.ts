/** `current` in periods and dates, and PERIOD. */
import fc from "fast-check";
import type { Settings } from "../../../src/numbers/functions/host";
import { failure } from "./excel";
import { monthsFrom, openGaps } from "./gaps";
import { runs } from "../../propertyOptions";

const EBIT = [1, 2, 4, 8, 16, 32];
const PNL = { s1: monthsFrom("2026-01", "ebit", EBIT), s2: monthsFrom("2026-01", "ebit", Array<number>(12).fill(100)) };
const KPI = { plan: "p1", scenario: "actual", field: "ebit" };
/** June's numbers are there, but June is not over. */
const IN_JUNE = { pnl: PNL, generatedAt: "2026-06-15T08:00:00Z" };

const asked = (requests: readonly string[]) => requests.filter((request) => !request.startsWith("/plans"));

describe("the current month", () => {
  test("is the last month of the actuals that had ended when the service computed them", async () => {
    expect(await openGaps(IN_JUNE).call("PERIOD", { plan: "p1", period: "current" })).toBe("2026-05");
    const later = { ...IN_JUNE, generatedAt: "2026-07-01T00:00:00Z" };
    expect(await openGaps(later).call("PERIOD", { plan: "p1", period: "current" })).toBe("2026-06");
    // Without a time of the service, the answer's own counts: in these tests the end of March 2026.
    expect(await openGaps({ pnl: PNL }).call("PERIOD", { plan: "p1", period: "current" })).toBe("2026-02");
  });

  test("is no month without numbers", async () => {
    const pnl = { s1: [...PNL.s1.slice(0, 3), { period: "2026-04" }, { period: "2026-05" }] };
    expect(await openGaps({ ...IN_JUNE, pnl }).call("PERIOD", { plan: "p1", period: "current" })).toBe("2026-03");
  });

  test.each([
    ["current", null, 16],
    ["Current", null, 16],
    ["current-1", null, 8],
    ["current + 1", null, 32],
    ["current", "YTD", 31],
    ["current-1", "QTD", 8],
    ["2026-01:current", null, 31],
    ["current-2:current", null, 28],
  ])("is read in the period %p with the basis %p", async (period, basis, expected) => {
    expect(await openGaps(IN_JUNE).call("KPI", { ...KPI, period, basis })).toBe(expected);
  });

  test("takes the workbook's setting first, and then asks nothing for it", async () => {
    const excel = openGaps(IN_JUNE, { settings: { currentMonth: "2026-02" } });
    expect(await excel.call("PERIOD", { period: "current" })).toBe("2026-02");
    expect(excel.requests).toEqual([]);
    expect(await excel.call("KPI", { ...KPI, period: "current" })).toBe(2);
  });

  test("follows a changed setting", async () => {
    const settings: { -readonly [Name in keyof Settings]: Settings[Name] } = { currentMonth: "2026-02" };
    const excel = openGaps(IN_JUNE, { settings });
    const ask = () => excel.call("KPI", { ...KPI, period: "current" });
    expect(await ask()).toBe(2);
    settings.currentMonth = "2026-03";
    expect(await ask()).toBe(4);
    settings.currentMonth = undefined;
    expect(await ask()).toBe(16);
  });

  test("shares the request of the call's months, in its currency", async () => {
    const excel = openGaps(IN_JUNE);
    const call = { ...KPI, scenario: "committed", period: "current", basis: "YTD", currency: "EUR" };
    expect(await excel.call("KPI", call)).toBe(500);
    expect(asked(excel.requests)).toEqual([expect.stringMatching(/pnl-summary.*s1.*interval=M.*currency=EUR/)]);
    const given = { ...call, base: "actual" };
    expect(await excel.call("VAR", given)).toBe(469);
    expect(asked(excel.requests)).toHaveLength(1);
  });

  test("limits the dates of tables", async () => {
    const table = (given: object) => openGaps(IN_JUNE).call("PNL", { ...KPI, layout: "values", ...given });
    const dates = { dateFrom: "current-1", dateTo: "current" };
    expect(await table({ interval: "M", ...dates })).toEqual([[8, 16]]);
    expect(await table({ interval: "FY", dateFrom: "2026-01", dateTo: "current" })).toEqual([[31]]);
  });

  test("is told to the ledger as a question of the call", async () => {
    const keys: string[] = [];
    const onQuestions = (questions: readonly { key: string }[]) => keys.push(...questions.map(({ key }) => key));
    await openGaps(IN_JUNE).call("PERIOD", { plan: "p1", period: "current" }, { onQuestions });
    expect(keys).toEqual([expect.stringMatching(/^pnl M .*s1$/)]);
  });

  const scenario = (id: string, ...flags: string[]) => ({ id, name: id, flags });
  test.each([
    ["no scenario flagged actual", [scenario("s1"), scenario("s2")]],
    ["several scenarios flagged actual", [scenario("s1", "actual"), scenario("s2", "Actual")]],
  ])("is not known with %s", async (reason, scenarios) => {
    const plans = [{ id: "p1", name: "FY26 Plan", currency: "USD", scenarios }];
    const excel = openGaps({ ...IN_JUNE, plans });
    const error = await failure(excel.call("KPI", { ...KPI, scenario: "s1", period: "current" }));
    expect(error).toMatchObject({
      code: "#N/A",
      message: `Set the current month in the Insights pane: plan 'FY26 Plan' has ${reason}.`,
    });
  });

  test("is not known before the first month has ended", async () => {
    const excel = openGaps({ ...IN_JUNE, generatedAt: "2026-01-31T23:59:59Z" });
    expect(await failure(excel.call("KPI", { ...KPI, period: "current" }))).toMatchObject({
      code: "#N/A",
      message: "Set the current month in the Insights pane: no month in the P&L of 'Actual' had ended.",
    });
  });

  test("is no failure of the service", async () => {
    const excel = openGaps(IN_JUNE, { fetch: () => Promise.reject(new TypeError("offline")), connected: false });
    expect(await failure(excel.call("KPI", { ...KPI, period: "current" }))).toMatchObject({ code: "#VALUE!" });
  });
});

describe("PERIOD", () => {
  const excel = openGaps(IN_JUNE, { settings: { currentMonth: "2026-04" }, connected: false });
  const part = (given: Record<string, unknown>) => excel.call("PERIOD", given);

  test.each([
    ["current", null, "2026-04", "Apr 2026", 1],
    ["current", "YTD", "2026-01:2026-04", "Jan–Apr 2026", 4],
    ["current", "LTM", "2025-05:2026-04", "May 2025–Apr 2026", 12],
    ["current", "QTG", "2026-05:2026-06", "May–Jun 2026", 2],
    ["FY26-Q1", null, "2026-01:2026-03", "Jan–Mar 2026", 3],
    [2026, null, "2026-01:2026-12", "Jan–Dec 2026", 12],
    ["2025-11:current", null, "2025-11:2026-04", "Nov 2025–Apr 2026", 6],
  ])("of %p with the basis %p has the code %s", async (period, basis, code, label, months) => {
    expect(await part({ period, basis })).toBe(code);
    expect(await part({ period, basis, part: "label" })).toBe(label);
    expect(await part({ period, basis, part: "months" })).toBe(months);
  });

  test("starts and ends with Excel dates of the workbook's date system", async () => {
    expect(await part({ period: "current", basis: "YTD", part: "start" })).toBe(46_023);
    expect(await part({ period: "current", part: "end" })).toBe(46_142);
    const mac = openGaps({}, { dateSystem: 1904 });
    expect(await mac.call("PERIOD", { period: "2026-01", part: "start" })).toBe(46_023 - 1462);
  });

  test("follows the fiscal year", async () => {
    const fiscal = openGaps({}, { settings: { fiscalMonth: 4 } });
    expect(await fiscal.call("PERIOD", { period: "FY26", part: "label" })).toBe("Apr 2025–Mar 2026");
    expect(await fiscal.call("PERIOD", { period: "2026-05", basis: "YTD" })).toBe("2026-04:2026-05");
  });

  test("without a month left has a number of months alone", async () => {
    expect(await part({ period: "2026-12", basis: "YTG", part: "months" })).toBe(0);
    expect(await failure(part({ period: "2026-12", basis: "YTG" }))).toMatchObject({ code: "#N/A" });
  });

  test.each([
    [{}, "No period is given. Name one, such as current, 2026-03 or 2026."],
    [{ basis: "YTD" }, "needs a period with a last month"],
    [{ period: "soon" }, "2026 or current, not 'soon'"],
    [{ period: "currently" }, "not 'currently'"],
    [{ period: "2026", part: "name" }, "takes code, label, start, end or months, not 'name'"],
  ])("of %j is a mistake", async (given, message) => {
    expect(await failure(part(given))).toMatchObject({ code: "#VALUE!", message: expect.stringContaining(message) });
  });

  test("has a code that means the same months again, for any period", async () => {
    const month = fc
      .tuple(fc.integer({ min: 1990, max: 2090 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, of]) => `${year}-${String(of).padStart(2, "0")}`);
    const basis = fc.constantFrom(null, "QTD", "YTD", "QTG", "YTG", "R3", "R12");
    await fc.assert(
      fc.asyncProperty(month, basis, fc.integer({ min: 1, max: 12 }), async (period, of, fiscalMonth) => {
        const own = openGaps({}, { settings: { fiscalMonth }, connected: false });
        const given = { period, basis: of };
        const months = await own.call("PERIOD", { ...given, part: "months" });
        if (months === 0) return;
        const code = await own.call("PERIOD", given);
        for (const name of ["code", "label", "start", "end", "months"]) {
          expect(await own.call("PERIOD", { period: code, part: name })).toBe(
            await own.call("PERIOD", { ...given, part: name }),
          );
        }
      }),
      { numRuns: runs(50) },
    );
  });
});
