/** KPI: one number for a cell of a hand-made report. */
import type { Field, Memory } from "../../insights";
import { readOnce } from "./argumentCache";
import { readChoice, readScenarioTexts } from "./arguments";
import { BASES } from "../language/bases";
import { checkedNumber } from "./cell";
import type { FigurePeriod } from "../language/figure";
import type { FigureFacts, NumberQuery } from "./figure";
import { extendPeriod, readKpiPeriod, writtenPeriod } from "./kpiPeriod";
import { readPeriods } from "./currentMonth";
import { isAddable, chosenNumber, readNumberChoice, readParameters } from "./numberRows";
import { checkOneCurrency } from "./oneCurrency";
import { askOutlook, readOutlook } from "./outlook";
import { settlePeriods, type PeriodRows, type SideRows } from "./periodRows";
import { runNumber } from "./numberQuery";
import type { FunctionInvocation, SharedQuery } from "./query";
import { onlyScenario, resolveScenarios } from "./resolve";

/** Unread arguments of a cell. */
export interface KpiArguments {
  plan: unknown;
  scenario: unknown;
  field: unknown;
  period: unknown;
  groupBy: unknown;
  item: unknown;
  currency: unknown;
  basis: unknown;
  actualsTo: unknown;
}

/** Returns an amount in the answer's currency, or a ratio such as 0.484. Combines groups and months as the field allows. */
export function kpiNumber(given: KpiArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return runNumber(invocation, (memory) => readKpi(given, memory));
}

/** Cells that differ only in field and item share a query. */
function readKpi(given: KpiArguments, memory: Memory): NumberQuery<SideRows, number> {
  const { plan, scenario, field, period, groupBy, item, currency, basis, actualsTo } = given;
  const own = readOnce(memory, ["KPI number", field, item], () => {
    const choice = readNumberChoice(given);
    return { ...choice, select: (rows: PeriodRows) => checkedNumber(chosenNumber(rows, choice, memory)) };
  });
  const key = ["KPI", own.field.family, isAddable(own.field)];
  const shared = [...key, plan, scenario, period, groupBy, currency, basis, actualsTo];
  const query = readOnce(memory, shared, () => readQuery(given, own.field));
  return { query, select: own.select, given, choice: own, factsOf };
}

function factsOf(rows: SideRows): FigureFacts {
  return { sides: [rows.of], rows, isCounted: true };
}

function readQuery(given: KpiArguments, field: Field): SharedQuery<SideRows> {
  const { plan } = given;
  const parameters = readParameters(given, field);
  const texts = readScenarioTexts(given);
  const basis = readChoice(given.basis, "basis", BASES);
  const periods = readPeriods([given.period, given.actualsTo], { plan, parameters }, (current) => {
    const months = extendPeriod(readKpiPeriod(given.period, "period", current), basis);
    return readOutlook(months, given.actualsTo, current);
  });
  const written = writtenPeriod(given.period, given.actualsTo);
  return {
    written: [{ plan: texts.plan, scenario: texts.scenarios[0] ?? "", period: periods.known ?? written }],
    async queryFn(context) {
      const resolved = await resolveScenarios(texts, context);
      const scenario = onlyScenario(resolved, "KPI").id;
      const question = { endpoint: field.family, plan: resolved.plan, scenario, parameters };
      const sideOver = (period: FigurePeriod) => ({ plan: resolved.plan, scenario, plans: context.plans, period });
      const note = (period: FigurePeriod) => void (context.sides = [sideOver(period)]);
      note(written);
      const period = await settlePeriods(periods.settle(context), [question], context, note);
      const rows = await askOutlook(question, period, context, isAddable(field));
      checkOneCurrency(rows.answers);
      return { ...rows, of: sideOver(period) };
    },
  };
}
