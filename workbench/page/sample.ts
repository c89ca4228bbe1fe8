/** The sample workbook. It is recorded when the page is built, with formulas and without numbers. */
import { emptyState } from "../model/state";
import type { StoredWorkbook } from "./storedWorkbook";

/**
 * Adds a ledger to the sample, like one that another user has saved, so it shows its numbers at once and without a connection. If
 * the server provides no ledger, the sample stays without one.
 * @throws Error if the server lacks the sample.
 */
export async function readSample(fetch: typeof globalThis.fetch): Promise<StoredWorkbook> {
  const [response, ledger] = await Promise.all([
    fetch("sample.json"),
    fetch("/sample-parts.json").catch(() => undefined),
  ]);
  if (!response.ok) throw new Error("The sample workbook is missing. Build the workbench again.");
  const sample = (await response.json()) as StoredWorkbook;
  const texts = ledger?.ok ? ((await ledger.json()) as string[]) : [];
  const { startState = "Inactive", workbook = emptyState() } = sample.document ?? {};
  const added = texts.map((text) => [`{${crypto.randomUUID().toUpperCase()}}`, text]);
  const parts = { ...workbook.parts, ...(Object.fromEntries(added) as Record<string, string>) };
  return { ...sample, document: { startState, workbook: { ...workbook, parts } } };
}
