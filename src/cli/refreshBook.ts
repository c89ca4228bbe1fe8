/** A workbook's file brought up to date: from bytes to bytes, all or nothing. */
import { calculateBook, type Outcome } from "../engine/book";
import { isCellError, type CellError, type Value } from "../engine/values";
import type { Settings } from "../functions/host";
import { isInsightsError, type Generation, type Session } from "../insights";
import { customXml, openWorkbook, type Workbook } from "../xlsx/workbook";
import { writeWorkbook } from "../xlsx/write";
import { FUNCTIONS, serveFunctions } from "./functions";
import { bookOf, callersOf, editsOf, nameOfCell, spillReadersOf, type Change } from "./refreshSheets";

export interface RefreshOptions {
  readonly session: Session;
  /** What a plan or a currency that is left out means where the workbook itself does not say. */
  readonly settings: Settings;
  /** Whether formulas that call our functions become values. */
  readonly freeze: boolean;
}

export interface Summary {
  /** How many cells with our functions were asked for anew. */
  readonly refreshed: number;
  readonly changes: readonly Change[];
  /** Errors that calculated formulas show. */
  readonly errors: readonly ({ readonly cell: string } & CellError)[];
  /** Formulas that keep their old value. */
  readonly problems: readonly { readonly cell: string; readonly problem: string }[];
  /** When the oldest and the newest of the answers were worked out, or received where the service does not say. */
  readonly asOf: { readonly oldest: string; readonly newest: string } | undefined;
}

/**
 * The refreshed file, the same bytes if nothing has changed. Rejects if the service fails, or the file cannot be read;
 * what the service says does not exist changes its own cells only.
 */
export async function refreshBook(
  bytes: Uint8Array,
  options: RefreshOptions,
): Promise<{ bytes: Uint8Array; summary: Summary }> {
  const workbook = await openWorkbook(bytes);
  const book = bookOf(workbook);
  const callers = callersOf(book);
  const settings = await settingsOf(workbook, options.settings);
  let outcomes: readonly Outcome[] = [];
  if (callers.size > 0) {
    await options.session.refresh(undefined, async (generation) => {
      const asked = askThrough(options.session, generation);
      serveFunctions({ session: asked.session, settings: () => settings, dateSystem: workbook.dateSystem });
      outcomes = await calculateBook(book.sheets, book.blocked, FUNCTIONS);
      asked.check(outcomes.map(described).flatMap(({ cell, value }) => (callers.has(cell) ? [value] : [])));
    });
  }
  const frozen = new Set(options.freeze ? [...callers, ...spillReadersOf(book)] : []);
  const { bySheet, changes } = editsOf(workbook, outcomes, frozen);
  return {
    bytes: await writeWorkbook(workbook, bySheet),
    summary: {
      ...summaryOf(outcomes, callers),
      changes,
      asOf: callers.size > 0 ? await asOf(options.session) : undefined,
    },
  };
}

function summaryOf(outcomes: readonly Outcome[], callers: ReadonlySet<string>): Omit<Summary, "changes" | "asOf"> {
  const calculated = outcomes.filter(({ problem }) => problem === undefined).map(described);
  return {
    refreshed: calculated.filter(({ cell }) => callers.has(cell)).length,
    errors: calculated.flatMap(({ cell, value }) => (isCellError(value) ? [{ cell, ...value }] : [])),
    problems: outcomes.flatMap((outcome) => {
      const { problem } = outcome;
      return problem === undefined ? [] : [{ cell: described(outcome).cell, problem }];
    }),
  };
}

/** A formula's cell, and what it shows there. */
function described({ cell, rows }: Outcome): { cell: string; value: Value } {
  return { cell: nameOfCell(cell.sheet, cell), value: rows[0]?.[0] ?? null };
}

/** The session as the functions see it while a generation is filled. */
function askThrough(session: Session, generation: Generation) {
  let refusal: Error | undefined;
  const plans: Session["plans"] = () =>
    session.plans({ generation }).catch((error: unknown) => {
      if (isInsightsError(error, "forbidden")) refusal = error;
      throw error;
    });
  return {
    // What a cell no longer asks for is answered all the same: calling it off would count as a failure of the service.
    session: {
      ...session,
      plans,
      ask: (question) => session.ask(question, { generation }),
      cachedAnswers: (matches) => session.cachedAnswers(matches, { generation }),
    } satisfies Session,
    /** With a key that may not list plans, their names are taken for ids: no reason to overwrite what formulas show. */
    check(values: readonly Value[]) {
      const errors = values.filter(isCellError);
      const isHit = errors.length === values.length || errors.some(({ code }) => code === "#VALUE!");
      if (refusal && isHit) throw refusal;
    },
  };
}

/** What the add-in keeps in the workbook comes before what is set around the command. */
async function settingsOf(workbook: Workbook, { plan, currency }: Settings): Promise<Settings> {
  const kept = (await customXml(workbook, "urn:scenario-insights:workbook"))?.attributes ?? {};
  const scenarios = kept.scenarios ? kept.scenarios.split(",") : undefined;
  return { plan: kept.plan || plan, scenarios, currency: kept.currency || currency };
}

async function asOf(session: Session): Promise<Summary["asOf"]> {
  const times = (await session.cachedAnswers(() => true)).map(({ generatedAt, receivedAt }) => generatedAt ?? receivedAt);
  if (times.length === 0) return undefined;
  const [oldest, newest] = [Math.min, Math.max].map((most) => new Date(times.reduce((one, other) => most(one, other))));
  return { oldest: oldest!.toISOString(), newest: newest!.toISOString() };
}
