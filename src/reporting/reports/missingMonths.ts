/** Says which months a scenario lacks, such as actuals of a year that is not over, and how to show those that it has. */
import { NAMESPACE } from "../../numbers/language/environment";
import { callOfKpi, timeOf } from "./figures";
import type { Inputs } from "./inputs";
import type { InputOptions } from "./inputOptions";
import type { InputKey } from "./reportParameters";
import { baseSharesTime } from "./reportTime";
import { CURRENT, CURRENT_COUNT, monthHeading, TIME_FIRST, TIME_MONTHS } from "./timeCells";

/** Returns a formula a scenario; it is blank if no month is missing. */
export function missingMonths(inputs: Inputs, { scenarios, time }: InputOptions, isDemand: boolean): string[] {
  if (time === "year") return [""];
  const field = isDemand ? "demandVolume" : "ebit";
  const last = `(${TIME_FIRST}+${TIME_MONTHS}-1)`;
  const next = `(${CURRENT_COUNT}+1)`;
  const months = `${monthHeading(next)}&IF(${last}>${next}," to "&${monthHeading(last)},"")`;
  return scenarios.map(({ key, label }) => {
    const asked = { ...timeOf({ inputs }, key), ...(isDemand && { groupBy: inputs.argument("groupBy") }) };
    const isOwnTime = inputs.has("basePeriod") && key === "base" ? baseSharesTime(inputs) : "TRUE";
    const lacks = `ISNA(${callOfKpi({ inputs }, key, field, asked)})`;
    const hasSome = `ISNUMBER(${callOfKpi({ inputs }, key, field, { ...asked, period: `"${CURRENT}"`, basis: '"YTD"' })})`;
    const note = `"${label}: "&${inputs.name(key)}&" has no numbers of "&${months}&", for the year to date enter ${CURRENT} as period and choose YTD"`;
    const isPartial = `IF(IFERROR(${last}>=${next},FALSE),IF(${isOwnTime},IF(${lacks},${hasSome},FALSE),FALSE),FALSE)`;
    const other = `IFERROR(IF(${lacks},IF(${isOwnTime},${monthsThere(inputs, key, label, isDemand)},""),""),"")`;
    return `=IF(${inputs.cell(key)}="","",IF(${isPartial},${note},${other}))`;
  });
}

/** Names the only months that a scenario has, and how to show them. */
function monthsThere({ cell, name, argument }: Inputs, key: InputKey, label: string, isDemand: boolean): string {
  const rest = `"M",${isDemand ? `${argument("groupBy")},` : ""},,${argument("currency")},"table"`;
  const call = isDemand
    ? `${NAMESPACE}.DEMAND(${cell("plan")},${cell(key)},"demandVolume",${rest})`
    : `${NAMESPACE}.PNL(${cell("plan")},${cell(key)},"ebit",${rest})`;
  const [first, last] = [`INDEX(${call},2,2)`, `INDEX(${call},ROWS(${call}),2)`];
  const months = (to: string, only: string) => `${first}&IF(${first}=${last},"${only}","${to}"&${last})`;
  return `"${label}: "&${name(key)}&" has numbers of "&${months(" to ", " only")}&". Set Period to "&${months(":", "")}&" and Basis to Period"`;
}
