/** Requests that Excel does not answer, and a clock that moves only for those who wait for them. */
import { setExcelTimer } from "../../../../src/excel/workbook/cells/runExcel";
import type { RequestBody } from "../../../../workbench/office/interpreter";

type Execute = (body: RequestBody, flags: number) => Promise<unknown>;

/**
 * - `lost`: Excel never hears of the request.
 * - `unanswered`: Excel carries it out, and its answer is lost.
 * - `late`: Excel carries it out and answers when `deliver` is called.
 */
export const LOSSES = ["lost", "unanswered", "late"] as const;
export type Loss = (typeof LOSSES)[number];

export interface Losses {
  readonly execute: Execute;
  /** Loses the first request from now on that is meant. */
  lose(how: Loss, isMeant: (body: RequestBody) => boolean): void;
  /** Loses nothing more. Returns true if the request has been lost. */
  stop(): boolean;
  /** True if the request has been lost. */
  hasLost(): boolean;
  /** Carries out the requests that are late. */
  deliver(): Promise<void>;
  /** How many requests there were. */
  readonly count: number;
  /** The clock does not move. */
  isStopped: boolean;
  /** Nobody waits for an answer that is lost. */
  isIdle(): boolean;
}

/** Returns a test that is true for the so-manieth request that it is asked about; 0 is the first. */
export function nthRequest(at: number): () => boolean {
  let left = at;
  return () => (left -= 1) === -1;
}

/** Turns in which nothing is under way before the clock moves. */
const QUIET_TURNS = 5;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const never = () => new Promise<never>(() => {});

/** @param inner Carries requests out. */
export function createLosses(inner: Execute): Losses {
  const waits = new Set<() => void>();
  const late: (() => Promise<void>)[] = [];
  let [count, running, isMoving, hasLost] = [0, 0, false, false];
  let next: { how: Loss; isMeant: (body: RequestBody) => boolean } | undefined;
  const move = async () => {
    isMoving = true;
    for (let quiet = 0; waits.size > 0; quiet += 1) {
      await turn();
      if (running > 0 || losses.isStopped) quiet = 0;
      if (quiet < QUIET_TURNS) continue;
      const due = [...waits];
      waits.clear();
      for (const task of due) task();
      quiet = 0;
    }
    isMoving = false;
  };
  const carryOut: Execute = (body, flags) => {
    running += 1;
    return inner(body, flags).finally(() => (running -= 1));
  };
  setExcelTimer((_, task) => {
    waits.add(task);
    return () => void waits.delete(task);
  });
  const losses: Losses = {
    isStopped: false,
    async execute(body, flags) {
      count += 1;
      if (!next?.isMeant(body)) return carryOut(body, flags);
      const { how } = next;
      [next, hasLost] = [undefined, true];
      if (!isMoving) void move();
      if (how === "unanswered") void carryOut(body, flags);
      if (how !== "late") return never();
      return new Promise((resolve) => {
        late.push(() => carryOut(body, flags).then(resolve));
      });
    },
    lose: (how, isMeant) => void ([next, hasLost] = [{ how, isMeant }, false]),
    stop() {
      next = undefined;
      return hasLost;
    },
    hasLost: () => hasLost,
    async deliver() {
      for (const answer of late.splice(0)) await answer();
    },
    get count() {
      return count;
    },
    isIdle: () => waits.size === 0,
  };
  return losses;
}
