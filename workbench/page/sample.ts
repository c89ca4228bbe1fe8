/** The sample workbook. It is recorded when the page is built, with formulas and without numbers. */
import { emptyState } from "../model/state";
import { putResults, type SavedResult } from "../univer/savedResults";
import type { StoredWorkbook } from "./storedWorkbook";

/** What the server knows of the sample's numbers. */
interface Numbers {
  readonly parts: readonly string[];
  readonly results: readonly SavedResult[];
}

/**
 * Adds the numbers of the day to the sample, and a ledger, like those that another user has saved, so it shows its numbers at once and
 * without a connection. If the server provides none, the sample stays without them.
 * @throws Error if the server lacks the sample.
 */
export async function readSample(fetch: typeof globalThis.fetch): Promise<StoredWorkbook> {
  const [response, answer] = await Promise.all([
    fetch("sample.json"),
    fetch("/sample-numbers.json").catch(() => undefined),
  ]);
  if (!response.ok) throw new Error("The sample workbook is missing. Build the workbench again.");
  const sample = (await response.json()) as StoredWorkbook;
  const { parts: texts, results }: Numbers = answer?.ok
    ? ((await answer.json()) as Numbers)
    : { parts: [], results: [] };
  const { startState = "Inactive", workbook = emptyState() } = sample.document ?? {};
  const added = texts.map((text) => [`{${crypto.randomUUID().toUpperCase()}}`, text]);
  const parts = { ...workbook.parts, ...(Object.fromEntries(added) as Record<string, string>) };
  return { ...sample, ...putResults(sample, results), document: { startState, workbook: { ...workbook, parts } } };
}
