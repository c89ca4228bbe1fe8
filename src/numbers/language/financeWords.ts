/** What finance people call the service's numbers, and measures of theirs that the service does not have. */
import { fieldLabel, InsightsError, type FieldName } from "../../insights";
import { listNames, quote } from "./names";
import { wordsFor } from "./languages";
import { LANGUAGES } from "./words/list";

const NOT_SERVED: ReadonlySet<string> = new Set(wordsFor("notServed"));

/** What the message of an unknown name ends with. */
const HINT = / (?:Did you mean|There are) '.*$/s;

/** Returns the fields that a word of finance may mean; undefined if it is none, and empty if the service has no such number. */
export function fieldsCalled(text: string): readonly FieldName[] | undefined {
  const word = cleanWord(text);
  if (NOT_SERVED.has(word)) return [];
  const lists = LANGUAGES.map(({ fields }) => fields);
  const names = lists.flatMap((called) => Object.keys(called) as FieldName[]);
  const fields = [...new Set(names)].filter((field) => lists.some((called) => called[field]?.includes(word)));
  return fields.length > 0 ? fields : undefined;
}

/**
 * Returns the error with another hint where a word of finance was typed. No number is offered for one that the service does not
 * have, and none is guessed where several are meant.
 */
export function hintInFinance(error: InsightsError): InsightsError {
  const { mistake } = error;
  if (!mistake) return error;
  if (mistake.argument !== "field") return error;
  const labels = fieldsCalled(mistake.wrong)?.map(fieldLabel);
  if (!labels) return error;
  const [meant, ...others] = labels;
  if (meant === undefined)
    return withHint(error, "The planning service has no such number; FIELDS() lists those that it has.", []);
  return others.length > 0
    ? withHint(error, `Which one: ${listNames(labels)}?`, [])
    : withHint(error, `Did you mean ${quote(meant)}?`, [], meant);
}

function withHint(error: InsightsError, hint: string, names: readonly string[], meant?: string): InsightsError {
  const { kind, message, mistake } = error;
  const { argument = "", wrong = "" } = mistake ?? {};
  const said = message.replace(HINT, "");
  return new InsightsError(kind, `${said} ${hint}`, { mistake: { argument, wrong, names, meant } });
}

/** Returns one spelling for all spellings of a word: "Var.%" and "var %" are alike. */
export function cleanWord(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s_.-]+/g, " ")
    .replace(/\s*%/, " %")
    .trim();
}
