import { InsightsError, readLabel, type Answer, type Memory } from "../../insights";
import { listNames } from "../language/names";
import { recallOutcome } from "./outcome";

/** Throws `unknown` if the answer to dated full years labels its rows with other calendar years alone. */
export function checkYear(answer: Answer, memory: Memory): void {
  const { interval, dateFrom, dateTo } = answer.question.parameters;
  if (interval === "FY" && (dateFrom || dateTo)) recallOutcome(memory, answer, "asked year", () => check(answer));
}

function check({ question, scenario: { rows } }: Answer): void {
  const { dateFrom, dateTo } = question.parameters;
  const others = rows.periods.texts.filter((label) => {
    const span = readLabel(label);
    return span && (span.first > (dateTo ?? "9999") || span.last < (dateFrom ?? ""));
  });
  if (others.length === 0) return;
  const years = new Set([dateFrom, dateTo].flatMap((day) => day?.slice(0, 4) ?? []));
  const asked = [...years].join(" to ");
  throw new InsightsError("unknown", `The service has no numbers for ${asked}, but for ${listNames(others)}.`);
}
