/**
 * Comments on explained numbers. What a comment is on is fixed when its box opens: the number may leave the pane, or move, while the user
 * writes. Nothing is kept until the user saves.
 */
import { NAMESPACE } from "../../../numbers/language/environment";
import { explainNumber, type ExplainedNumber, type NumberKind } from "../../../numbers/analysis/explainedNumber";
import { measureOf, withArguments } from "../../../numbers/analysis/numberCall";
import type { ExplainContext } from "../../../numbers/analysis/question";
import { wordsOfFigure } from "../../../numbers/language/figure";
import { percentInWords, pointsInWords } from "../../../numbers/language/shareWords";
import { markInWords, OTHER_CURRENCY, withoutLongSign } from "../../../reporting/reports/commentaryWords";
import { valuePhrasing } from "../../../reporting/reports/phrasing";
import { signInWords, varianceInWords } from "../../../reporting/reports/spokenNumbers";
import {
  subjectOfComment,
  historyOf,
  MOST_COMMENT_LETTERS,
  timeAfter,
  type FigureComment,
} from "../../../reporting/saved/comments";
import {
  addComment,
  findCoveredWords,
  readComments,
  type TextOverWords,
  type KeptComments,
} from "../../workbook/comments/commentSheet";
import { onEdit } from "../../workbook/edits";
import { onActiveCell, type ActiveCell } from "../../workbook/insertion";
import { openStored, pageStorage } from "../connection/deviceStorage";
import { formatLanguage } from "../format/formatLanguage";
import { runBusy, setChanged, setState, stopperOf, type StoreContext } from "../context";
import type { CommentBox, CommentSubject, ExplainStep } from "./explainState";

export interface CommentActions {
  /** The most letters of a comment. */
  readonly mostLetters: number;
  /** Returns the comments on a number, as they were read last. */
  readonly commentsOn: (subject: CommentSubject) => NumberComments;
  /** Opens a box for words on the number that is shown, with those that count now. */
  readonly openComment: () => void;
  /** Opens it with what the user typed over them in a report. */
  readonly openCovering: () => void;
  readonly changeComment: (change: Partial<Pick<CommentBox, "text" | "by">>) => void;
  readonly closeComment: () => void;
  /** Keeps the words of the box, and closes it. An empty text ends the comment. */
  readonly saveComment: () => Promise<void>;
  /** Keeps the same words for the number as it is now. Asks for a name first if none is known. */
  readonly confirmComment: () => Promise<void>;
}

/** A comment with its number as a sentence says it, such as "−12.9 m". */
export interface SpokenComment extends FigureComment {
  readonly spoken: string;
}

/** The comments on one number. */
export interface NumberComments {
  /** Undefined if there is none, or if it was ended. */
  readonly current: SpokenComment | undefined;
  /** How the number has moved since, in words; "" if it would be said alike. */
  readonly mark: string;
  /** The latest first. */
  readonly earlier: readonly SpokenComment[];
  /** Why the comments cannot be read. */
  readonly problem: KeptComments["problem"];
}

/** The name that a user gives is kept on the device. It is a claim: Excel tells an add-in of no user. */
const STORED = `scenario-${NAMESPACE.toLowerCase()}.comments`;

export function createCommentActions(context: StoreContext): CommentActions {
  return {
    mostLetters: MOST_COMMENT_LETTERS,
    commentsOn: (subject) => commentsOn(context, subject),
    openComment: () => openBox(context),
    openCovering: () => openBox(context, context.state.covering),
    changeComment(change) {
      const { commentBox } = context.state;
      if (commentBox) setState(context, { commentBox: { ...commentBox, ...change } });
    },
    closeComment: () => setState(context, { commentBox: undefined }),
    saveComment: () => save(context),
    async confirmComment() {
      openBox(context);
      if (context.state.commentBox?.by) await save(context);
    },
  };
}

function commentsOn({ state: { keptComments } }: StoreContext, subject: CommentSubject): NumberComments {
  const { current, earlier } = historyOf(keptComments?.comments ?? [], subject.key);
  const spoken = (comment: FigureComment) => ({ ...comment, spoken: spokenNumber(comment.value, subject.kind) });
  return {
    current: current && spoken(current),
    mark: current ? markOf(current, subject) : "",
    earlier: earlier.map(spoken),
    problem: keptComments?.problem,
  };
}

function markOf({ value, unit }: FigureComment, { kind, ...subject }: CommentSubject): string {
  const [written, now] = [value, subject.value].map((each) => spokenNumber(each, kind));
  const mark = markInWords<unknown>(valuePhrasing(formatLanguage()), {
    isKnown: value !== undefined,
    isSameUnit: unit === subject.unit,
    unit: unit || OTHER_CURRENCY,
    written,
    now,
    isSaidAlike: written === now,
  });
  return String(mark);
}

/** Returns a number as sentences of reports say it; "" if it is not known. */
function spokenNumber(value: number | undefined, kind: NumberKind): string {
  if (value === undefined) return "";
  const language = formatLanguage();
  const phrasing = valuePhrasing(language);
  if (kind === "ratio" || kind === "percent") return percentInWords(value, { hasSign: kind === "percent", language });
  if (kind === "points") return pointsInWords(value, { hasSign: true, language });
  if (kind !== "amount per unit") return String(varianceInWords<unknown>(phrasing, value, "amount"));
  return String(phrasing.join(signInWords<unknown>(phrasing, value), phrasing.fixed(phrasing.size(value), 2)));
}

function openBox(context: StoreContext, covering?: TextOverWords): void {
  const { explanation, keptComments } = context.state;
  const subject = explanation?.steps.at(-1)?.subject;
  if (!subject) return;
  const { current } = historyOf(keptComments?.comments ?? [], subject.key);
  const { commenter = nameStore(context).read().by } = context.state;
  const by = typeof commenter === "string" ? commenter : "";
  const text = covering ? withoutLongSign(covering.text) : (current?.text ?? "");
  setState(context, { commentBox: { subject, text, by, covering } });
}

async function save(context: StoreContext): Promise<void> {
  await runBusy(context, async () => {
    const { commentBox } = context.state;
    if (!commentBox) return;
    const { subject, text, covering } = commentBox;
    const by = commentBox.by.trim();
    if (by === "") throw new Error("Enter your name first: it stands beside your comment.");
    nameStore(context).write({ by });
    const { kind: _, ...about } = subject;
    const writtenAt = timeAfter((await readComments()).comments, subject.key, context.now());
    const notes = await addComment({ ...about, text, by, writtenAt }, covering);
    setState(context, { commentBox: undefined, commenter: by, notes, ...(covering && { covering: undefined }) });
    setState(context, { keptComments: await readComments() });
  });
}

/** Milliseconds after which edits of the sheet are followed. */
const PAUSE = 500;

/**
 * Reads the comments, and again after edits of their sheet, which another user may make too, and when another sheet is shown: theirs may
 * have been deleted. Returns a function that stops this.
 */
export function followComments(context: StoreContext): () => void {
  let cancel = () => {};
  const readSoon = () => {
    cancel();
    cancel = context.after(PAUSE, () => void readAgain(context));
  };
  void readAgain(context);
  const stops = [
    stopperOf(onEdit(({ worksheetId }) => (ownSheet(context) ?? worksheetId) === worksheetId && readSoon())),
    stopperOf(onActiveCell((event) => event === "activated" && readSoon())),
  ];
  return () => {
    for (const stop of stops) stop();
    cancel();
  };
}

function ownSheet({ state }: StoreContext): string | undefined {
  return state.keptComments?.worksheetId;
}

/** Keeps the comments in the state if Excel cannot read the sheet now. */
async function readAgain(context: StoreContext): Promise<void> {
  const keptComments = await readComments().catch(() => undefined);
  if (keptComments) setChanged(context, { keptComments });
}

/** Finds what the user typed over the words of a report in this cell. */
export async function followCovering(
  context: StoreContext,
  { address, formula }: ActiveCell,
): Promise<TextOverWords | undefined> {
  const covering = formula === "" ? await findCoveredWords(address).catch(() => undefined) : undefined;
  setChanged(context, { covering });
  return covering;
}

function nameStore({ storage, partition }: StoreContext) {
  return openStored(storage ?? pageStorage(), partition, STORED);
}

/**
 * Adds what a comment on the number is about. Without a connection ids are not known, and words filed by names would be lost. A percentage
 * shares the comments of its amount.
 */
export async function withSubject<Step extends ExplainedNumber>(
  step: Step & Pick<ExplainStep, "besides">,
  context: ExplainContext,
): Promise<Step & Pick<ExplainStep, "subject">> {
  const isPercent = measureOf(step.call) === "percent";
  const amount = isPercent ? await explainNumber(withArguments(step.call, { measure: null }), context) : step;
  const { figure, value, kind, answers } = amount;
  const isKnown = context.source.generation && figure && [figure.own, figure.base].every((side) => !side?.written);
  // What a formula adds to a number is of no figure.
  if (!isKnown || value === undefined || step.besides) return { ...step, subject: undefined };
  const { unit } = wordsOfFigure(figure);
  const times = answers.map(({ computedAt }) => computedAt);
  const asOf = times.length > 0 ? Math.min(...times) : undefined;
  const subject: CommentSubject = { ...subjectOfComment(figure), value, unit, asOf, kind };
  return { ...step, subject };
}
