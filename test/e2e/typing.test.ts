/** Arguments as people type them, from the formula's text to the cell, by the built command. */
import type { Result } from "../../src/spreadsheet/engine/evaluate";
import { startServer, type SandboxServer } from "../../sandbox/server";
import { connectionTo, evaluate } from "./cli";

const LONG = "a".repeat(10_000);
const EMOJI = "🚀".repeat(5_000);

/** Formulas that mean one number, beside the plainest one of that number. */
const SAME: Record<string, string[]> = {
  '=INSIGHTS.PNL("fy26","fy26-committed","ebit","FY",,,"USD")': [
    '=INSIGHTS.PNL("FY26 Plan","committed","ebit")',
    '=insights.pnl( " fy26 PLAN " , "COMMITTED plan" , " Ebit " )',
    '=INSIGHTS.PNL("fy26","Committed Plan",{"ebit"},"fy")',
    '=INSIGHTS.PNL("fy26","committed","ebit","","","","")',
    '=INSIGHTS.PNL("fy26","committed","ebit",0,0,0,0)',
    '=INSIGHTS.PNL("fy26",{"";"committed"},{"","ebit"})',
    '=INSIGHTS.PNL("FY"&26&" Plan","committed",LOWER("EBIT"))',
    '=INSIGHTS.KPI("fy26","committed","EBIT")',
  ],
  // A named year is the sum of its months, which may differ from the service's full year in the last digits.
  '=INSIGHTS.KPI("fy26","fy26-committed","ebit","2026-01:2026-12",,,"USD")': [
    '=INSIGHTS.PNL("fy26","committed","ebit",,DATE(2026,1,1),DATE(2026,12,31))',
    '=INSIGHTS.PNL("fy26","committed","ebit",,46023,"2026-12-31")',
    '=INSIGHTS.PNL("fy26","committed","ebit",,2026,2026)',
    '=INSIGHTS.KPI("fy26","committed","ebit",2026)',
    '=INSIGHTS.KPI("fy26","committed","ebit","FY2026")',
  ],
  '=INSIGHTS.PNL("fy26","fy26-price","grossFIESales","FY",,,"USD")': [
    '=INSIGHTS.PNL("fy26","+5% price","Gross sales")',
    '=INSIGHTS.PNL("fy26","+5% PRICE","grossfiesales")',
  ],
  '=INSIGHTS.KPI("fy26","fy26-actual","fillRate","2026-03","region","North")': [
    '=INSIGHTS.KPI("fy26","actual","Fill rate",DATE(2026,3,31),"Region","NORTH")',
    '=INSIGHTS.KPI("fy26","actual","fill RATE","2026-03-01","region"," north ")',
    '=INSIGHTS.KPI("fy26","actual","fillRate","March 2026","region","North")',
    '=INSIGHTS.KPI("fy26","actual","fillRate",46082,"region","North")',
    '=INSIGHTS.KPI("fy26","actual","fillRate","2026-03:2026-03","region","North")',
  ],
};

/** Formulas that mean nothing, the code of their error, and what its message tells the person to do. */
const MISTAKES: [string, "#N/A" | "#VALUE!" | "#DIV/0!" | "#NAME?", RegExp][] = [
  ["=INSIGHTS.PNL()", "#VALUE!", /No plan is given\. Name one/],
  ['=INSIGHTS.PNL("FY27 Plan")', "#N/A", /no plan 'FY27 Plan'\. There are 'FY26 Plan', /],
  ['=INSIGHTS.PNL("fy26","comitted","ebit")', "#N/A", /'comitted' is not in plan.*Did you mean 'committed'\?/],
  ['=INSIGHTS.PNL("fy26",{"actual","typo"})', "#N/A", /'typo' is not in plan/],
  ['=INSIGHTS.PNL("fy26",42,"ebit")', "#N/A", /Scenario '42' is not in plan/],
  ['=INSIGHTS.PNL(TRUE,"actual","ebit")', "#N/A", /no plan 'true'/i],
  ['=INSIGHTS.PNL("fy26","actual","ebti")', "#VALUE!", /Field 'ebti' is not known\. Did you mean 'ebit'\?/],
  ['=INSIGHTS.PNL("fy26","actual","fillRate")', "#VALUE!", /Fill rate is not a field of PNL\. Ask for it with DEMAND/],
  ['=INSIGHTS.KPI("fy26","actual","__proto__")', "#VALUE!", /Field '__proto__' is not known\. There are 'Gross sales'/],
  ['=INSIGHTS.KPI("fy26","actual","constructor")', "#VALUE!", /Field 'constructor' is not known/],
  ['=INSIGHTS.PNL("__proto__","constructor","toString")', "#N/A", /no plan '__proto__'/],
  ['=INSIGHTS.PNL("fy26","actual","ebit","Q")', "#VALUE!", /interval takes FY or M, not 'Q'/],
  ['=INSIGHTS.PNL("fy26","actual","ebit",,"soon")', "#VALUE!", /dateFrom takes a date or a period such as.*not 'soon'/],
  ['=INSIGHTS.PNL("fy26","actual","ebit",,"2026-02-30")', "#VALUE!", /dateFrom takes a date/],
  ['=INSIGHTS.PNL("fy26","actual","ebit",,2027,2026)', "#VALUE!", /dateFrom \(2027-01-01\) is after dateTo/],
  [
    '=INSIGHTS.PNL("fy26","actual","ebit",,,,"Euro")',
    "#VALUE!",
    /currency takes a code such as EUR or USD, not 'Euro'/,
  ],
  ['=INSIGHTS.PNL("fy26","actual","ebit",,,,"XXX")', "#VALUE!", /currency is 'XXX'; accepted are USD/],
  ['=INSIGHTS.PNL("fy26","actual","ebit",,,,,"pivot")', "#VALUE!", /layout takes statement, table or values/],
  ['=INSIGHTS.DEMAND("fy26","actual",,,"country")', "#VALUE!", /groupBy takes product, sku, region or channel/],
  ['=INSIGHTS.KPI("fy26","actual")', "#VALUE!", /No field is given\. Name one, such as ebit/],
  ['=INSIGHTS.KPI("fy26",,"ebit")', "#VALUE!", /KPI takes one scenario\. Name one of 'Actual'/],
  ['=INSIGHTS.KPI("fy26","actual","ebit","2031-05")', "#N/A", /no numbers for '2031-05'/],
  ['=INSIGHTS.KPI("fy26","actual","fillRate",,"region","Nroth")', "#N/A", /Item 'Nroth'.*Did you mean 'North'\?/],
  ['=INSIGHTS.KPI("fy26","actual","forecastAccuracy")', "#N/A", /Name one item and one month/],
  ['=INSIGHTS.KPI("fy26",1/0,"ebit")', "#DIV/0!", /holds the error #DIV\/0!/],
  [
    '=INSIGHTS.PNL("fy26",{"actual","#N/A"})',
    "#VALUE!",
    /scenario is the error #N\/A of another cell\. Fix that cell first/,
  ],
  ['=INSIGHTS.KPI("fy26",NA(),"ebit")', "#N/A", /holds the error #N\/A/],
  ['=INSIGHTS.KPI("fy26","actual","ebit",1,2,3,4,5,6,7)', "#VALUE!", /takes at most 9 arguments \(given: 10\)/],
  ["=INSIGHTS.FIELDS(7)", "#VALUE!", /family takes pnl, demand, supply or sustainability, not '7'/],
  ['=INSIGHTS.PLANNS("x")', "#NAME?", /There is no function INSIGHTS\.PLANNS\. Did you mean INSIGHTS\.PLANS\?/],
  ['=INSIGHTS.PNL("fy26"', "#VALUE!", /^/],
  [`=INSIGHTS.PNL("${LONG}")`, "#N/A", /no plan 'aaa/],
  [`=INSIGHTS.PNL("fy26","${EMOJI}","ebit")`, "#N/A", /Scenario '🚀/],
  [`=INSIGHTS.KPI("fy26","actual","${LONG}")`, "#VALUE!", /Field 'aaa/],
  [`=INSIGHTS.PNL("fy26","actual","ebit",,"${LONG}")`, "#VALUE!", /dateFrom takes a date/],
  [`=INSIGHTS.PNL("fy26","actual","ebit",,,,"${EMOJI}")`, "#VALUE!", /currency takes a code/],
];

const results = new Map<string, Result>();
let server: SandboxServer;

beforeAll(async () => {
  server = await startServer({ port: 0 });
  const formulas = [...Object.entries(SAME).flat(2), ...MISTAKES.map(([formula]) => formula)];
  const found = await evaluate(formulas, connectionTo(server));
  found.forEach((result, at) => results.set(formulas[at]!, result));
});

afterAll(() => server.close());

describe.each(Object.entries(SAME))("%s", (plain, others) => {
  test.each(others)("is also %s", (formula) => {
    const value = expect.any(Number);
    expect(results.get(plain)).toEqual({ value });
    expect(results.get(formula)).toEqual(results.get(plain));
  });
});

describe("a mistake", () => {
  test.each(MISTAKES.map(([formula, code, message]) => [formula.slice(0, 60), formula, code, message] as const))(
    "%s says what to do",
    (_start, formula, code, message) => {
      const result = results.get(formula)!;
      expect(result).toEqual({ error: { code, message: expect.stringMatching(message) } });
      const { length } = (result as { error: { message: string } }).error.message;
      expect(length).toBeGreaterThan(20);
      expect(length).toBeLessThanOrEqual(300);
    },
  );
});
