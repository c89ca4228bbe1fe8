/** The user's answers about headings, and the ids of their questions. Pure. */
import { wordsFor } from "../../numbers/language/languages";
import type { Position } from "../../spreadsheet/cells/area";
import { cleanText } from "../../numbers/language/names";
import { PRIOR_YEAR } from "../tables/definition";
import { headingId, type FoundHeadings, type Heading } from "./heading";
import { isTime, meaningsOfTime, type HeadingDimension, type HeadingMeaning } from "./headingMeaning";
import { OUTLOOK, OUTLOOK_QUESTION, saysOutlook, scenarioInAnswer } from "./outlook";
import { readTimes } from "./timeWords";

/** The answers to the questions about the headings, by the questions' ids. */
export type HeadingAnswers = Readonly<Record<string, string>>;

const TOTALS = wordsFor("total");

/** An answer that leaves a title out, and the cells of another heading blank. */
export const IGNORED = "ignored";

/** An answer that a heading says nothing more than the others of its cells. */
export const SAYS_NOTHING = "nothing";

/** An answer that a title's time holds beside those of columns and lines. */
export const COUNTS = "counts";

/** An answer that each line which is not understood means something else. */
export const EACH = "each";

/** An answer that a heading stands in the middle of its cells. */
export const CENTRED = "centred";

/** An answer that a variance compares what its columns say. */
export const AS_FOUND = "found";

/** An answer that a time to date is to the month before it, and one that it is to the current month. */
export const TO_MONTH = "month";
export const TO_CURRENT = "current";

/** Dimensions that an answer names, as "scenario=committed" does. */
const ANSWERED: readonly string[] = ["scenario", "year", "measure", "field"];

/** Returns the meaning in such an answer; undefined for another answer, and for a scenario that the plan lacks. */
export function meaningInAnswer(answer: string, scenarios?: readonly string[]): HeadingMeaning | undefined {
  const [dimension = "", value = ""] = answer.split("=");
  if (value === "" || !ANSWERED.includes(dimension)) return undefined;
  if (dimension === "scenario" && scenarios?.includes(value) === false) return undefined;
  return { dimension: dimension as HeadingDimension, value, isReadable: false };
}

/** Returns the id of the question which time a title says. */
export function timeId(titleId: string): string {
  return `time ${titleId}`;
}

/** Returns the meaning in an answer such as "outlook=committed". */
export function outlookInAnswer(answer: string): HeadingMeaning | undefined {
  const isOutlook = answer.startsWith(`${OUTLOOK_QUESTION}=`);
  return isOutlook ? { dimension: "scenario", value: scenarioInAnswer(answer), isReadable: false } : undefined;
}

/** A title says the time that the user has said, or none, or an outlook. What else it says stays. */
function withTime(heading: Heading, answer: string | undefined): Heading {
  if (answer === undefined || !heading.meanings) return heading;
  if (answer === COUNTS) return { ...heading, isCounted: true };
  const outlook = outlookInAnswer(answer);
  const time = answer === IGNORED || outlook ? {} : readTimes(answer);
  if (!time) return heading;
  const others = heading.meanings.filter(({ dimension }) => !isTime(dimension));
  return { ...withoutOpenTime(heading), meanings: [...others, ...(outlook ? [outlook] : []), ...meaningsOfTime(time)] };
}

/** Returns a title with nothing more to ask about its time. */
function withoutOpenTime({ part: _part, isTimeOpen: _isTimeOpen, ...title }: Heading): Heading {
  return title;
}

/** Understands headings by what the user has said of them. */
export function withAnswers(found: FoundHeadings, answers: HeadingAnswers): FoundHeadings {
  const questionId = questionIds(found);
  return {
    ...found,
    headings: found.headings.map((read): Heading => {
      const own = answers[questionId(read)];
      const heading = withTime(read, answers[timeId(questionId(read))]);
      const outlook = answers[OUTLOOK_QUESTION];
      if (own === undefined && outlook !== undefined && saysOutlook(heading))
        return withVariance(withOutlook(heading, outlook), answers);
      if (own === undefined && isUnknownLine(heading) && answers.lines === IGNORED) return leftBlank(heading);
      if (own === undefined && isUnknownLine(heading) && (answers.lines ?? EACH) !== EACH)
        return { ...heading, meanings: meaningsOfLine(heading, answers.lines ?? "") };
      if (own === undefined) return withVariance(heading, answers);
      if (heading.sums && own !== IGNORED) return { ...heading, meanings: [ALL_ITEMS] };
      // A title that is left out still says its currency.
      if (own === IGNORED && heading.side === "head" && heading.meanings)
        return {
          ...withoutOpenTime(heading),
          meanings: heading.meanings.filter((meaning) => !isLeftOut(heading, meaning)),
          mentions: [],
        };
      if (own === COUNTS && heading.meanings) return { ...heading, isCounted: true };
      if (own === IGNORED) return leftBlank(heading);
      // Its other words are read together with what the user has said of these.
      if (heading.asks !== undefined) return withVariance(heading, answers);
      const meant = outlookInAnswer(own) ?? meaningInAnswer(own);
      return { ...heading, meanings: meant ? [meant] : [] };
    }),
  };
}

/** True for what a title no longer says once the user has left it out. What is apart and does not hold says nothing. */
function isLeftOut({ isApart }: Heading, { dimension }: HeadingMeaning): boolean {
  return isApart === true || !["plan", "currency", "scale"].includes(dimension);
}

/** A variance that the user has said more of reads as if its heading said so. */
function withVariance(heading: Heading, answers: HeadingAnswers): Heading {
  const [base, measure] = [answers[comparedId(heading)], answers[measureId(heading)]];
  const isSaid = base !== undefined && base !== AS_FOUND;
  const isMeasured = heading.meanings?.some(({ dimension }) => dimension === "measure") ?? false;
  if (!isMeasured || (!isSaid && measure === undefined)) return heading;
  const compared = { dimension: base === PRIOR_YEAR ? "year" : "base", value: base ?? "", isReadable: false } as const;
  const meanings = (heading.meanings ?? []).map((each) =>
    each.dimension === "measure" && measure !== undefined ? { ...each, value: measure, isReadable: false } : each,
  );
  return { ...heading, meanings: [...meanings, ...(isSaid ? [compared] : [])] };
}

/** Returns the id of the question what a variance compares with. */
export function comparedId(heading: Heading): string {
  return `compared ${headingId(heading)}`;
}

/** Returns the id of the question how a variance counts. */
export function measureId(heading: Heading): string {
  return `measure ${headingId(heading)}`;
}

/** Returns the id of the question whether the times to date after a month are to this month. */
export function toDateId(month: Position): string {
  return `to ${headingId(month)}`;
}

function leftBlank(heading: Heading): Heading {
  return { ...heading, meanings: [], ...(heading.side !== "head" && { isLeftBlank: true }) };
}

function withOutlook(heading: Heading, answer: string): Heading {
  if (answer === IGNORED) return leftBlank(heading);
  const value = scenarioInAnswer(answer);
  const meanings = heading.meanings?.map((each) => (each.value === OUTLOOK ? { ...each, value } : each));
  return { ...heading, meanings };
}

/** The same word on one side is asked about once, by the id of the first heading that has it and is understood, or not, as well. */
export function questionIds({ headings }: FoundHeadings): (heading: Heading) => string {
  const firsts = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const heading of headings) {
    const [id, word] = [
      headingId(heading),
      `${heading.side} ${cleanText(askedWords(heading))} ${heading.meanings ? "" : "?"}`,
    ];
    firsts.set(word, firsts.get(word) ?? id);
    ids.set(id, firsts.get(word) ?? id);
  }
  return (heading) => ids.get(headingId(heading)) ?? headingId(heading);
}

/** Returns the words that the user is asked about. */
export function askedWords({ asks, text }: Heading): string {
  return asks ?? text;
}

/** True for a line that may be an item. */
export function isUnknownLine({ side, meanings, called, sums }: Heading): boolean {
  return side === "beside" && !meanings && !called && !sums;
}

const ALL_ITEMS: HeadingMeaning = { dimension: "item", value: "", isReadable: false };

/** @param answer A grouping whose item the line is, or a scenario that it says for the lines below it. */
function meaningsOfLine({ text }: Heading, answer: string): HeadingMeaning[] {
  const meaning = meaningInAnswer(answer);
  if (meaning) return [meaning];
  // The sum of all items is what the service has without one.
  if (TOTALS.includes(cleanText(text))) return [ALL_ITEMS];
  return [
    { dimension: "item", value: text, isReadable: true },
    { dimension: "groupBy", value: answer, isReadable: false },
  ];
}

export function gapId({ side, at }: { readonly side: string; readonly at: number }): string {
  return `${side} ${at}`;
}
