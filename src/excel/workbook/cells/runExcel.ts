/**
 * The one way to Excel. Excel may never answer a request: the first one of a large file, after sleep, or while its window is in the
 * background. It answers later requests. So every wait for Excel has a limit.
 */

/** Milliseconds without an answer after which Excel is asked what it does. */
const SILENCE = 60_000;

type Doing = "nothing" | "calculating" | "editing" | "silent";

/**
 * How often a request waits on, by what Excel does. An Excel that does nothing has lost the request. An Excel that calculates a large
 * workbook may answer nothing at all for minutes. A user may edit a cell for any time.
 */
const MOST_WAITS: Readonly<Record<Doing, number>> = { nothing: 0, silent: 2, calculating: 10, editing: Infinity };

const UNANSWERED = "Excel has not answered. If this lasts, save the workbook, close it and open it again.";

/** Excel did not answer a request. It may have carried it out, and may still do so. */
export class UnansweredError extends Error {
  constructor(message = UNANSWERED, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnansweredError";
  }
}

/** Runs `task` once after `milliseconds`. Returns a function that cancels it. */
type After = (milliseconds: number, task: () => void) => () => void;

let after: After = (milliseconds, task) => {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
};

/** Sets the timer of all waits for Excel. @default the page's */
export function setExcelTimer(timer: After): void {
  after = timer;
}

type Batch<T> = (context: Excel.RequestContext) => Promise<T>;
type Target = Excel.RunOptions | OfficeExtension.ClientRequestContext;

/**
 * Runs a batch as `Excel.run` does. Rejects with an `UnansweredError` if Excel does not answer one of its requests. The batch ends
 * there: a late answer does not resume it.
 */
export function runExcel<T>(batch: Batch<T>): Promise<T>;
export function runExcel<T>(target: Target, batch: Batch<T>): Promise<T>;
export function runExcel<T>(...given: [Batch<T>] | [Target, Batch<T>]): Promise<T> {
  const [target, batch] = given.length === 1 ? [{}, given[0]] : given;
  // Excel.run has an overload for each kind of target.
  // oxlint-disable-next-line eslint-js/no-restricted-properties -- here the limit is set
  return Excel.run(target as Excel.RunOptions, (context) => batch(limitWaits(context)));
}

const limited = new WeakSet<Excel.RequestContext>();

/** Limits the waits of a context. That of an event handler runs several batches. */
function limitWaits(context: Excel.RequestContext): Excel.RequestContext {
  if (limited.has(context)) return context;
  limited.add(context);
  const sync = context.sync.bind<typeof context.sync>(context);
  context.sync = <T>(value?: T) => unlessSilent(sync(value));
  return context;
}

/** Settles as `answer` does. Rejects with an `UnansweredError` if Excel does not give it. */
export async function unlessSilent<T>(answer: Promise<T>): Promise<T> {
  const end = () => "answered" as const;
  const answered = answer.then(end, end);
  for (let waits = 1; ; waits += 1) {
    if (await settlesInTime(answered)) return answer;
    const doing = await Promise.race([answered, askDoing()]);
    if (doing === "answered") return answer;
    if (waits > MOST_WAITS[doing]) throw new UnansweredError();
    // What a user edits does not count.
    if (doing === "editing") waits = 0;
  }
}

/** Waits for a promise. Returns false if it is pending after a minute. */
export function settlesInTime(promise: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = after(SILENCE, () => resolve(false));
    const end = () => {
      cancel();
      resolve(true);
    };
    promise.then(end, end);
  });
}

/** Asks what Excel does, by a request that it refuses while a user edits a cell. */
async function askDoing(): Promise<Doing> {
  // oxlint-disable-next-line eslint-js/no-restricted-properties -- this wait has a limit of its own
  const answer = Excel.run(async (context): Promise<Doing> => {
    const application = context.workbook.application.load("calculationState");
    await context.sync();
    return application.calculationState === "Calculating" ? "calculating" : "nothing";
  }).catch((error: unknown): Doing => (isEditRefusal(error) ? "editing" : "nothing"));
  return (await settlesInTime(answer)) ? answer : "silent";
}

/** True for the error of a request that Excel refuses while a user edits a cell. */
export function isEditRefusal(error: unknown): boolean {
  return (error as { code?: unknown }).code === "InvalidOperationInCellEditMode";
}
