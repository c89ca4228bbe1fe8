/** The columns that a copy empties are those in which reports keep their lists. */
import { parseAddress } from "../../../src/spreadsheet/cells/address";
import { isInside, overlaps, type Area } from "../../../src/spreadsheet/cells/area";
import { ADDIN_ARTIFACTS } from "../../../src/reporting/saved/artifacts";
import { HIDDEN, LISTS, PLAN_LIST, SCENARIO_LIST } from "../../../src/reporting/reports/hiddenColumns";
import { REPORT_KINDS } from "../../../src/reporting/reports/reportParameters";
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import { openSandbox } from "../../numbers/functions/excel";

const areaOf = (address: string): Area => {
  const area = parseAddress(address)?.area;
  if (!area) throw new Error(`${address} is no address.`);
  return area;
};
const { lists, hidden, headings } = ADDIN_ARTIFACTS.reports;

test("They begin with the list of plans, and end with the list of currencies", () => {
  const column = PLAN_LIST.cell.replace(/\d+$/, "");
  expect(lists).toBe(`${column}:${LISTS.currencies}`);
  expect(hidden).toBe(HIDDEN);
  const told = [...Object.values(PLAN_LIST), ...Object.values(SCENARIO_LIST), `${LISTS.scenarios}3`];
  expect(told.filter((address) => !isInside(areaOf(address), areaOf(lists)))).toEqual([]);
  expect(overlaps(areaOf(`${LISTS.periods}:${LISTS.periods}`), areaOf(lists))).toBe(false);
});

test("The headings that locate moved columns are the functions' own", async () => {
  const rows = await Promise.all([openSandbox().call("PLANS"), openSandbox().call("SCENARIOS", { plan: "FY26 Plan" })]);
  expect(headings).toEqual(rows.flatMap((table) => (table as unknown[][])[0]).slice(0, headings.length));
  expect(headings).toHaveLength(5);
  const [plans, scenarios] = [PLAN_LIST, SCENARIO_LIST].map(({ cell }) => areaOf(cell));
  expect(scenarios).toEqual({ ...plans, column: Number(plans?.column) + 4 });
});

describe.each(REPORT_KINDS)("The report %s", (kind) => {
  const spec = REPORT_SHEETS[kind]({ plan: "", scenarios: [], currency: "", plans: [] });

  test("has all its drop-downs over hidden columns", () => {
    const sources = spec.lists.map(({ source }) => source);
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter((source) => !isInside(areaOf(source), areaOf(hidden)))).toEqual([]);
  });

  test("has no chart and no conditional format that needs the lists", () => {
    const charts = spec.charts.flatMap(({ data, title }) => [data, title]);
    const inRules = spec.conditionalStyles.flatMap(({ holds }) => holds.match(/\$?[A-Z]+\$?\d+/g) ?? []);
    expect(inRules.length).toBeGreaterThan(0);
    const read = [...charts, ...inRules, ...spec.bars, spec.scale];
    expect(read.filter((address) => overlaps(areaOf(address), areaOf(lists)))).toEqual([]);
  });
});
