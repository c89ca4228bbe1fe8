/** The figure that a call asks for, as it is written: no name is looked for, and no default filled in. Pure. */
import { findField, GROUPINGS } from "../../insights";
import type { DateSystem } from "../../spreadsheet/cells/dateSerial";
import { BASES } from "./bases";
import type { Figure, FigurePeriod } from "./figure";
import { monthsOf, parsePeriod } from "./periods";
import { argumentIn, type ArgumentOf } from "./signatures";
import { MEASURES } from "./varianceSign";

interface WrittenCall {
  readonly id: string;
  readonly args: readonly unknown[];
}

/** Returns undefined for a call of anything but one number of a plan: a table, a date, or a field that is not known. */
export function figureAsked(call: WrittenCall, dateSystem: DateSystem): Figure | undefined {
  const texts = (name: ArgumentOf) =>
    [argumentIn(call, name)]
      .flat(2)
      .filter((value) => typeof value === "string" || typeof value === "number")
      .map(String)
      .filter(Boolean);
  const textOf = (name: ArgumentOf) => texts(name)[0] ?? "";
  const field = findField(textOf("field"));
  const isNumber =
    call.id === "KPI" || call.id === "VAR" || (call.id === "PNL" && !textOf("interval") && !textOf("dateFrom"));
  if (!field || !isNumber) return undefined;
  const periodOf = (name: ArgumentOf) => periodAsked(textOf(name), dateSystem);
  const actualsTo = textOf("actualsTo");
  const named = { plan: { text: textOf("plan") }, scenario: { text: textOf("scenario") } };
  const own = { ...named, ...periodOf("period"), ...(actualsTo && { actualsTo }) };
  const isOneOf = <Word extends string>(words: readonly Word[], name: ArgumentOf) =>
    words.find((word) => word.toLowerCase() === textOf(name).toLowerCase());
  const basis = isOneOf(BASES, "basis");
  const against = isOneOf(["PY", "PP"] as const, "basePeriod");
  const base = call.id === "VAR" && {
    base: {
      plan: { text: textOf("basePlan") || named.plan.text },
      scenario: { text: textOf("base") || named.scenario.text },
      ...periodOf(textOf("basePeriod") && !against ? "basePeriod" : "period"),
    },
    measure: isOneOf(MEASURES, "measure") ?? "amount",
  };
  const groupBy = isOneOf(GROUPINGS, "groupBy");
  return {
    field,
    own,
    ...base,
    ...(groupBy && { groupBy }),
    items: texts("item"),
    currency: textOf("currency") || undefined,
    said: { ...(basis && { basis }), ...(against && { against }) },
  };
}

/** Quarters and years are left as written: only a workbook knows its fiscal year. */
function periodAsked(written: string, dateSystem: DateSystem): FigurePeriod {
  if (written === "") return { months: undefined };
  const span = parsePeriod(/^\d{5,6}$/.test(written) ? Number(written) : written, dateSystem);
  return span?.unit === "month" || span?.unit === "day" ? { months: monthsOf(span) } : { written };
}
