/** The functions as the add-in has them: its session, its time to collect, its kind of call. */
import * as functions from "../../src/numbers/functions/functions";
import { setHost } from "../../src/numbers/functions/host";
import { createSession, type Session } from "../../src/insights";
import type { Cell } from "./cells";
import { cellError } from "../numbers/functions/cellError";

/** As in the add-in (src/excel/addin/start.ts). */
export const COLLECTION = 50;

type Kpi = (...values: unknown[]) => Promise<number>;
const kpi = functions.KPI as unknown as Kpi;

/** A session on the service, and the functions on it. */
export function openOurs(
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  fetch: typeof globalThis.fetch = globalThis.fetch,
  collection = COLLECTION,
): Session {
  const session = createSession({
    fetch,
    scheduleBatch: (flush, batchStartedAt) => void setTimeout(flush, batchStartedAt + collection - Date.now()),
  });
  session.connect({ appUrl: url, credentials: { apiKey } });
  setHost({
    session,
    settings: () => ({}),
    dateSystem: 1900,
    cellError,
  });
  return session;
}

/** What Excel hands over: all arguments, those left out as null, and what it says of the call. */
export function callOf({ plan, scenario, field, month }: Cell, at: number): unknown[] {
  const invocation = { address: `Sheet1!A${at + 1}`, functionName: "KPI" };
  return [plan, scenario, field, month, null, null, null, null, null, invocation];
}

export function callKpi(calls: readonly (readonly unknown[])[]): Promise<number[]> {
  return Promise.all(calls.map((values) => kpi(...values)));
}
