/** An outlook's heading: actual months to the current one, then those of a scenario that the user is asked for. Pure. */
import { hasFlag } from "../../numbers/language/names";
import type { Scenario } from "../../insights";
import { cleanWord } from "../../numbers/language/financeWords";
import { wordsFor } from "../../numbers/language/languages";
import { OUTLOOK_NAME } from "../tables/labels";

/** Stands for the scenario of a heading such as "Outlook", "Forecast" or "LE". */
export const OUTLOOK = "?outlook";
/** The id of the question that is asked once, and the key of its answers: "outlook=committed". */
export const OUTLOOK_QUESTION = "outlook";

const WORDS = wordsFor("outlook");

/** A meaning's value. */
interface Said {
  readonly value: string;
}

/** True for a word of an outlook, unless a scenario's own name may be meant. */
export function isOutlookWord(text: string, scenarios: readonly Scenario[]): boolean {
  const word = cleanWord(text);
  const isOwn = scenarios.some(({ name }) => ` ${cleanWord(name)} `.includes(` ${word} `));
  return WORDS.includes(word) && !isOwn && scenarios.some((each) => hasFlag(each, "actual"));
}

/** Returns the scenario after the actual months, "" until the user has named it; undefined for a scenario that is no outlook. */
export function planOfOutlook(scenario: string | undefined): string | undefined {
  return scenario?.startsWith(OUTLOOK) ? scenario.slice(OUTLOOK.length + 1) : undefined;
}

export function isOutlookCell({ meanings }: { readonly meanings: ReadonlyMap<string, Said> }): boolean {
  return planOfOutlook(meanings.get("scenario")?.value) !== undefined;
}

/** True for a heading that names an outlook, and not whose months follow the actual ones. */
export function saysOutlook({ meanings = [] }: { readonly meanings: readonly Said[] | undefined }): boolean {
  return meanings.some(({ value }) => value === OUTLOOK);
}

/** Returns what an answer names: an outlook for "outlook=committed", else the scenario itself. */
export function scenarioInAnswer(answer: string): string {
  const [key, value = ""] = answer.split("=");
  return key === OUTLOOK_QUESTION ? outlookOf(value) : value;
}

/** @param plan The scenario after the actual months. */
export function outlookOf(plan: string): string {
  return `${OUTLOOK} ${plan}`;
}

/**
 * Returns an outlook in words, such as "Outlook (10 of 12 months actual, then Committed)".
 * @param plan The scenario after the actual months, in words; "" until the user has named it.
 * @param months Of the column, as YYYY-MM; none if they are not known.
 * @param actualsTo The last actual month; undefined if it is not known.
 */
export function outlookInWords(plan: string, months: readonly string[], actualsTo: string | undefined): string {
  const ended = months.filter((month) => actualsTo !== undefined && month <= actualsTo).length;
  const isCounted = months.length > 0 && actualsTo !== undefined;
  const actual = isCounted ? `${ended} of ${months.length} months actual` : "actual to the current month";
  return `${OUTLOOK_NAME} (${actual}${plan === "" ? "" : `, then ${plan}`})`;
}
