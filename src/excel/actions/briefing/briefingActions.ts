/** Looks at the service for the briefing. None of the answers enters a cell or the ledger. */
import {
  briefingQuestions,
  readBriefingNumbers,
  type BriefingNumbers,
  type BriefingSubject,
} from "../../../numbers/analysis/briefingNumbers";
import { currencyOf } from "../../../numbers/analysis/answerFacts";
import { heldAnswers, stampOf, type Generation } from "../../../insights";
import { hiddenCells } from "../activity/changes";
import { newestByPlan } from "../../workbook/ledger/shown";
import { compareLook } from "../../workbook/refresh/lookComparison";
import { noteReach, setState, toldFailure, type StoreContext } from "../context";
import { explaining, lookSource, NO_NUMBERS, showExplanation } from "../explain/explaining";
import { formatLanguage } from "../format/formatLanguage";
import { callSettingsKey } from "../connection/settings";
import type { Failure } from "../sharedState";
import { subjectOfPlan, cellsInWords, describeBriefing } from "./briefing";
import { cellsNumber } from "./cellsNumber";
import { newsOf } from "./news";

export interface BriefingActions {
  /** Looks once for the present plan, its scenarios and the settings. Later calls for the same ones send nothing. */
  readonly open: () => Promise<void>;
  /** Looks now. */
  readonly look: () => Promise<void>;
  /**
   * Compares again after the cells have changed. Takes over answers that a refresh has brought. Looks only where the cells now show
   * later results than the last look has found.
   */
  readonly compare: () => Promise<void>;
  /** Lets the section Explain begin with the number of the sentence, by the answers of the look. */
  readonly explain: () => void;
}

/** A look at the service. */
interface Look {
  /** What it is of: one of another connection, plan or setting is stale. */
  readonly key: string;
  readonly subject: BriefingSubject;
  readonly generation: Generation;
  /** When the newest answer in the plan's cells was computed as the look began. */
  readonly shownAt: number;
  /** True if its answers are those of a refresh, and have not been read yet. */
  readonly isTakenOver?: true;
  /** The numbers of its answers; undefined until they have been read. */
  readonly numbers?: BriefingNumbers;
}

interface ReadLook extends Look {
  readonly numbers: BriefingNumbers;
}

function isRead(look: Look): look is ReadLook {
  return look.numbers !== undefined;
}

/** How a look ended. */
interface LookOutcome {
  readonly failure: Failure | undefined;
  /** True if no answer came: what is shown is of an earlier look. */
  readonly isEarlier?: boolean | undefined;
}

export function createBriefingActions(context: StoreContext): BriefingActions {
  let latest: Look | undefined;
  /** The service's answers when the last look ended. */
  let answered = 0;
  const showRead = (own: ReadLook, outcome: LookOutcome) =>
    show(context, own, outcome, () => latest === own && own.key === keyOf(context));
  /** @param own The latest look, which has answers. @param before The failure of its first questions. */
  const readAndShow = async (own: Look, before: Failure | undefined) => {
    const numbers = await readBriefingNumbers(own.subject, lookSource(context, own.generation), !before);
    if (latest !== own) return;
    const { isTakenOver: _, ...looked } = own;
    const read = { ...looked, numbers };
    latest = read;
    await showRead(read, { failure: before ?? failureIn(numbers) });
  };
  const look = async () => {
    const former = latest;
    const next = startLook(context);
    latest = next;
    if (!next) return setState(context, { briefing: undefined });
    const isLatest = () => latest === next && next.key === keyOf(context);
    setState(context, { briefing: { ...shownOf(context, next), isLooking: true, failure: undefined } });
    const failure = await askAll(context, next);
    if (!isLatest()) return;
    answered = context.session.answered;
    if (hasAnswers(next)) return readAndShow(next, failure);
    const outcome = { failure, isEarlier: true };
    if (former?.key !== next.key || !isRead(former))
      return setState(context, { briefing: { ...shownOf(context, next), isLooking: false, ...outcome } });
    // What the earlier look has said stays, with its time, and is compared with what cells show now.
    latest = former;
    await showRead(former, outcome);
  };
  return {
    look,
    open: async () => {
      if (latest?.key !== keyOf(context)) await look();
    },
    async compare() {
      const { briefing } = context.state;
      if (!latest || latest.key !== keyOf(context) || briefing?.isLooking) return;
      const own = (latest = takeOver(context, latest));
      const isOver = briefing?.failure && context.session.answered > answered;
      if (isOver || isOutrun(context, own)) return look();
      // A refresh has asked only for what cells show: the rest is asked now.
      if (own.isTakenOver) return readAndShow(own, undefined);
      const { failure, isEarlier } = briefing ?? {};
      if (isRead(own)) await showRead(own, { failure, isEarlier });
    },
    explain() {
      const looked = context.state.briefing?.looked;
      if (looked) showExplanation(context, { ...NO_NUMBERS, state: "done", looked });
    },
  };
}

function hasAnswers({ generation }: Look): boolean {
  return heldAnswers(generation).length > 0;
}

/** The briefing that stays while the service is asked again for the same. */
function shownOf({ state }: StoreContext, { subject, key }: Look) {
  const { briefing } = state;
  return briefing?.key === key ? briefing : { key, plan: subject.plan.id };
}

/** Returns undefined without a connection or a plan. */
function startLook(context: StoreContext): Look | undefined {
  const { session, state } = context;
  const subject = subjectOf(context);
  if (!subject || !session.connected) return undefined;
  const generation = session.look(state.plans ?? []);
  return { key: keyOf(context), subject, generation, shownAt: shownAt(context, subject) };
}

function shownAt({ ledger }: StoreContext, { plan }: BriefingSubject): number {
  return newestByPlan(ledger.entries()).get(plan.id) ?? 0;
}

/** True if what the look has found is older than what a refresh has brought into the cells since. */
function isOutrun(context: StoreContext, look: Look): boolean {
  const now = shownAt(context, look.subject);
  return now > Math.max(look.shownAt, ...heldAnswers(look.generation).map(stampOf));
}

/** All that a briefing depends on besides the service's results: who is asked, about which scenarios, under which settings. */
function keyOf(context: StoreContext): string {
  const { session, settings, connections } = context;
  return JSON.stringify([session.address, connections, subjectOf(context), callSettingsKey(settings.current)]);
}

/** By the settings under which calls are computed: the state shows a choice before, while a refresh holds it up. */
function subjectOf({ state: { plans }, settings: { current } }: StoreContext): BriefingSubject | undefined {
  const plan = plans?.find(({ id }) => id === current.plan);
  return plan && subjectOfPlan(plan, current);
}

/** Returns the first failure of the service; its answer that a scenario has no numbers is none. */
async function askAll(context: StoreContext, { subject, generation }: Look): Promise<Failure | undefined> {
  const { session } = context;
  const asked = briefingQuestions(subject).map((question) => session.ask(question, { generation }));
  const failed = (await Promise.allSettled(asked)).flatMap((outcome) =>
    outcome.status === "rejected" ? [toldFailure(context, outcome.reason)] : [],
  );
  const [first] = failed;
  noteReach(context, first?.kind !== "unreachable");
  return first;
}

/** A refresh may have asked the same questions later. */
function takeOver({ session }: StoreContext, look: Look): Look {
  const answers = heldAnswers(look.generation).map(({ question }) => session.generation?.peek(question));
  const known = answers.filter((answer) => answer !== undefined);
  const before = Math.max(0, ...heldAnswers(look.generation).map(({ receivedAt }) => receivedAt));
  if (known.length < answers.length || known.some(({ receivedAt }) => receivedAt < before)) return look;
  const generation = session.look(look.generation.peekPlans() ?? []);
  for (const answer of known) generation.hold(answer);
  const { numbers: _, ...unread } = look;
  return { ...unread, generation, isTakenOver: true };
}

function failureIn({ failure }: BriefingNumbers): Failure | undefined {
  return failure === undefined ? undefined : { message: failure };
}

async function show(
  context: StoreContext,
  { key, subject, generation, numbers }: ReadLook,
  outcome: LookOutcome,
  isLatest: () => boolean,
): Promise<void> {
  const { ledger, session } = context;
  const answers = heldAnswers(generation);
  const facts = { currency: currencyOf(answers), computedAt: Math.min(...answers.map(stampOf)) };
  // The numbers are the connected service's, also beside a workbook of another one; those two are not compared.
  const isOther = ledger.service !== undefined && ledger.service !== session.address;
  const comparison = isOther
    ? undefined
    : await compareLook(ledger, generation, { plan: subject.plan.id, isHidden: await hiddenCells() });
  const news = comparison && newsOf(comparison);
  const { call } = numbers;
  // Cells that show later or earlier results have another number than the sentence.
  const inCells =
    call && (news === "newer" || news === "older")
      ? await cellsNumber(call, { ledger, shown: explaining(context).source, looked: lookSource(context, generation) })
      : undefined;
  if (!isLatest()) return;
  const said = describeBriefing(subject, numbers, facts, formatLanguage());
  setState(context, {
    briefing: {
      key,
      plan: subject.plan.id,
      isLooking: false,
      ...outcome,
      said,
      looked: call && { call, generation },
      comparison,
      news,
      inCells: inCells === undefined ? undefined : otherWords(inCells, numbers),
    },
  });
}

/** Returns the number of cells in words; undefined if they are those of the sentence, whose number differs by less than it says. */
function otherWords(inCells: number, { call, own = 0, base = 0 }: BriefingNumbers): string | undefined {
  const isVariance = call?.id === "VAR";
  const [shown, said] = [inCells, isVariance ? own - base : own].map((number) =>
    cellsInWords(number, isVariance, formatLanguage()),
  );
  return shown === said ? undefined : shown;
}
