/** The sample workbook of a first run. */
import { emptyState } from "../model/state";
import { sampleWorkbook } from "./sample";
import type { StoredWorkbook } from "./storedWorkbook";

/**
 * Creates a sample with a ledger, like a workbook that another user has saved, so it shows its numbers without a connection.
 * If the server provides no ledger, the sample has none.
 */
export async function firstSample(fetch: typeof globalThis.fetch): Promise<StoredWorkbook> {
  const response = await fetch("/sample-parts.json").catch(() => undefined);
  const texts = response?.ok ? ((await response.json()) as string[]) : [];
  const parts = Object.fromEntries(texts.map((text) => [`{${crypto.randomUUID().toUpperCase()}}`, text]));
  return { data: sampleWorkbook(), document: { startState: "Inactive", workbook: { ...emptyState(), parts } } };
}
