/** Says the times of cells in words. Pure. */
import { monthsLabel } from "../sheet/monthsLabel";
import { monthsOf, monthsOfCode, parsePeriod } from "../language/periods";
import { CURRENT } from "../reports/timeCells";
import { monthsOfPeriod } from "../tables/periods";
import type { CellMeanings, Placed } from "./cellMeanings";
import { codeOfHeading } from "./headingNumber";
import type { Filling } from "./cellNumbers";
import { lineId } from "./headingQuestions";
import type { SentencePart, Speech } from "./speech";
import { NO_YEAR } from "./timeParts";

/** Returns the last actual month of an outlook; undefined if it is not known. */
export function actualsToOf({ meanings }: CellMeanings, { defaults }: Filling): string | undefined {
  const code = meanings.get("actualsTo")?.value ?? CURRENT;
  return code === CURRENT
    ? defaults.actualsTo
    : monthsOfPeriod({ period: code, basis: "" }, { fiscalYear: defaults.fiscalYear }).at(-1);
}

/** Returns the months of a cell; none if a basis or the current month decides them. */
export function monthsOfCell({ meanings }: CellMeanings, { answers, defaults }: Filling): readonly string[] {
  const period = meanings.get("period");
  if (meanings.has("basis") || (!period && answers.period !== "FY")) return [];
  if (period?.value === "date") return [];
  return monthsOfPeriod(
    { period: codeOfHeading(period, { answers, defaults }), basis: "" },
    { fiscalYear: defaults.fiscalYear },
  );
}

export function timePart(cell: CellMeanings, { filling, part }: Speech): SentencePart {
  const { answers, defaults } = filling;
  const [period, basis] = [cell.meanings.get("period"), cell.meanings.get("basis")];
  if (period)
    return part([basis?.value, periodInWords(period, filling)].filter(Boolean).join(" "), timeQuestion(period));
  const said = basis?.value ?? answers.period;
  const question = basis?.isInherited ? lineId(basis) : "period";
  if (said === "YTD") return part(`YTD ${defaults.actuals ?? "to the current month"}`, question);
  if (said === "FY") return part(`full year ${codeOfHeading(undefined, filling)}`, question);
  return part(said === "current" ? "the current month" : `${said} to the current month`, question);
}

function timeQuestion(period: Placed): string | undefined {
  if (period.value.startsWith(NO_YEAR)) return "year";
  if (period.isInherited) return lineId(period);
  return period.joined ? "calendar" : undefined;
}

export function periodInWords(period: Placed, filling: Filling): string {
  const { value, heading } = period;
  if (value === "date") {
    const day = parsePeriod(Number(heading.text), filling.defaults.dateSystem);
    return day ? monthsLabel(monthsOf(day)) : heading.text;
  }
  const code = codeOfHeading(period, filling);
  return monthsLabel(monthsOfCode(code)) || code;
}
