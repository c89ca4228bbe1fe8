/** The sample workbook of a first run. */
import { emptyState } from "../model/state";
import { sampleWorkbook } from "./sample";
import type { StoredWorkbook } from "./storedWorkbook";

/**
 * It keeps what its functions have returned, as a workbook does that somebody else has saved: so it shows its numbers before
 * anybody is connected. Where the server does not tell them, it is the sample without.
 */
export async function firstSample(fetch: typeof globalThis.fetch): Promise<StoredWorkbook> {
  const response = await fetch("/sample-parts.json").catch(() => undefined);
  const texts = response?.ok ? ((await response.json()) as string[]) : [];
  const parts = Object.fromEntries(texts.map((text) => [`{${crypto.randomUUID().toUpperCase()}}`, text]));
  return { data: sampleWorkbook(), document: { startState: "Inactive", workbook: { ...emptyState(), parts } } };
}
