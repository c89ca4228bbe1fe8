/**
 * Every report on its page: as it is inserted in a German Excel, and for a plan of which all is awkward, with long names and amounts of
 * twelve digits.
 */
import { REPORT_KINDS } from "../../../../src/reporting/reports/reportParameters";
import { checkCharts } from "./chartChecks";
import { checkLayout } from "./layoutChecks";
import { checkNewReport } from "./newReportChecks";
import { openInScales, type OpenedReport } from "./openedReport";

const LONG = "Rolling forecast after the March review, with the second price round in all regions and channels";
const EMOJI = "Größer & günstiger 🚀🇩🇪 «Plan B» 「日本語」";
/** Its amounts have twelve digits once they are tenfold. */
const AWKWARD = { id: "plan_ap26", name: `FY26 Asia ${LONG}` };

interface Body {
  plans?: { id: string; name: string; scenarios: { name: string; flags: string[] }[] }[];
  meta?: { planId: string };
  scenarios?: object[];
}

/** The sandbox with long names and tenfold amounts in one plan. */
function change(_path: string, given: unknown): unknown {
  const body = given as Body;
  for (const plan of body.plans ?? []) {
    if (plan.id !== AWKWARD.id) continue;
    plan.name = AWKWARD.name;
    for (const scenario of plan.scenarios)
      scenario.name = scenario.flags.includes("actual") ? EMOJI : `${scenario.name} ${LONG}`;
  }
  return body.meta?.planId === AWKWARD.id ? tenfold(body) : body;
}

function tenfold(value: unknown, name = ""): unknown {
  if (typeof value === "number")
    return /Percent|Rate|Accuracy|Volume|expires/.test(name) ? value : Math.round(value * 100_000) / 10_000;
  if (Array.isArray(value)) return value.map((each) => tenfold(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tenfold(each, key)]));
}

let opened: OpenedReport;
const last = () => opened;

describe.each(REPORT_KINDS)("A new %s in a German Excel", (kind) => {
  beforeAll(async () => {
    opened = await openInScales({ kind, plan: "FY26 Plan", settings: { currency: "USD" }, locale: "de-DE" });
  });
  afterAll(() => opened.report.workbook.close());

  checkNewReport(kind, last);
  checkLayout(kind, last);
  describe("has charts that", () => checkCharts(kind, last));
});

describe.each(REPORT_KINDS)("The %s of an awkward plan", (kind) => {
  beforeAll(async () => {
    opened = await openInScales({ kind, plan: AWKWARD.name, change });
  });
  afterAll(() => opened.report.workbook.close());

  checkLayout(kind, last);
});
