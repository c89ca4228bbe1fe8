/** Reports whose base is a scenario of another plan: what is an actual one, and what the drop-down of the base offers. */
import { parseArea } from "../../../src/spreadsheet/cells/address";
import type { ReportParameters } from "../../../src/reporting/reports/reportParameters";
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import { calculateSheet, type ShownCell } from "../../soak/calculateSheet";
import { connectService, FLAGGED, type Change, type ServiceOptions } from "./reportSetup";

/** The columns up to those of the charts' tables. */
const COLUMNS = 100;
/** The columns of the chart of months: a base behind a number of the scenario, a base alone, and the scenario. */
const [BEHIND, ALONE, OWN] = [1, 2, 3];

async function calculate(inputs: NonNullable<ReportParameters["inputs"]>, options: ServiceOptions = {}) {
  const { plans, functions } = await connectService(options);
  const spec = REPORT_SHEETS.statement({ plan: "FY26 Plan", scenarios: FLAGGED, currency: "USD", plans, inputs });
  return { spec, rows: await calculateSheet(spec.blocks, functions, COLUMNS) };
}

/** The months that the chart of net sales draws. */
async function drawnMonths(inputs: NonNullable<ReportParameters["inputs"]>, change: Change) {
  const { spec, rows } = await calculate(inputs, { change });
  const { row, column, rows: count } = parseArea(spec.charts[1]!.data)!;
  const drawn = rows.slice(row + 1, row + count).map((cells) => cells.slice(column, column + OWN + 1));
  const monthsOf = (...series: readonly number[]) =>
    drawn
      .filter((cells) => series.some((each) => typeof cells[each] === "number"))
      .map(([name]) => String(name).split("\n")[0]);
  return { own: monthsOf(OWN), base: monthsOf(BEHIND, ALONE) };
}

const YEAR = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

interface Answer {
  readonly meta?: { readonly planId: string };
  readonly scenarios?: readonly {
    readonly scenarioId: string;
    readonly series: readonly { readonly period: string }[];
  }[];
}

/** The actual months of FY26 Plan end in March. */
const endInMarch: Change = (_path, body) => {
  const answer = body as Answer;
  if (answer.meta?.planId !== "fy26") return body;
  const scenarios = answer.scenarios?.map((each) => {
    const isActual = each.scenarioId === "fy26-actual";
    return { ...each, series: each.series.filter(({ period }) => !isActual || period <= "2026-03") };
  });
  return { ...answer, scenarios };
};

test("Actual months of a base end with the current month of its own plan", async () => {
  const drawn = await drawnMonths({ base: "actual", basePlan: "FY26 Europe" }, endInMarch);
  expect(drawn).toEqual({ own: YEAR.slice(0, 3), base: YEAR.slice(0, 5) });
});

/** The optimistic scenario is called like the actual one. */
const callAlike: Change = (path, body) =>
  path === "plans" ? JSON.parse(JSON.stringify(body).replace('"name":"Optimistic"', '"name":"Actual"')) : body;

test("A scenario is no actual one for bearing the name of one", async () => {
  const drawn = await drawnMonths({ scenario: "fy26-optimistic" }, callAlike);
  expect(drawn).toEqual({ own: YEAR, base: YEAR });
});

test("The drop-down of the base offers the scenarios of the base's plan", async () => {
  const { spec, rows } = await calculate({ basePlan: "FY26 Asia Pacific" }, { change: withoutActual });
  const offered = (label: string) => {
    const column = rows[3]!.indexOf(label);
    const { source } = spec.lists.find(({ cell }) => parseArea(cell)!.row === 4 && parseArea(cell)!.column === column)!;
    const list = parseArea(source.replaceAll("$", ""))!;
    return rows.slice(list.row, list.row + list.rows).map((cells) => cells[list.column] as ShownCell);
  };
  const listed = (label: string) => offered(label).filter((each) => each !== "");
  expect(listed("Scenario").slice(0, 2)).toEqual(FLAGGED);
  expect(listed("Compared with")).toEqual(["committed", "Actual", "Committed", "Upside"]);
});

/** No scenario of FY26 Asia Pacific is flagged actual. */
const withoutActual: Change = (path, body) =>
  path === "plans"
    ? JSON.parse(
        JSON.stringify(body).replace(
          '"id":"ap26-actual","name":"Actual","flags":["actual"]',
          '"id":"ap26-actual","name":"Actual","flags":[]',
        ),
      )
    : body;
