/** `--require-checks`: a run goes on only if all checks of a workbook are TRUE. */
import { isWell } from "../../../reporting/saved/checks";
import { commandFailureOf, createFailure } from "../../standalone/failure";
import { readBook } from "../book/bookFile";
import { createFileSession } from "../book/freshAnswers";
import { refreshBook } from "../book/refreshBook";
import type { RequiredChecks } from "./refreshPrint";
import { startProgress, timeOver, type RunContext } from "./refreshTask";

/** Checks that are named in a message. */
const MOST_NAMED = 5;

/**
 * Calculates the workbook with the answers of the run, and writes nothing. Rejects if it has no checks, or if one is not TRUE; the
 * error has the checks, and its message none of their numbers.
 */
export async function requireChecks(file: string, { options, source, settings, service }: RunContext): Promise<void> {
  const progress = startProgress(() => undefined, options.timeout);
  try {
    const { bytes } = await readBook(file, { isDryRun: true });
    const { summary } = await refreshBook(bytes, {
      session: createFileSession(source),
      settings,
      service,
      valuesOnly: false,
      limits: options.limits,
      onProgress: progress.calculated,
      signal: progress.signal,
    });
    const { checks } = summary;
    const failing = checks.filter((check) => !isWell(check));
    if (checks.length > 0 && failing.length === 0) return;
    const required: RequiredChecks = { file, checks: failing };
    throw Object.assign(createFailure("checks", `${reasonOf(checks.length, required)} Nothing was written.`), {
      required,
    });
  } catch (error) {
    const reason = progress.signal.aborted ? timeOver(options.timeout) : commandFailureOf(error, "file");
    if (reason.kind === "checks") throw reason;
    throw createFailure(
      reason.kind,
      `The checks of ${file} were not read, so nothing was written. ${reason.message}`,
      error,
    );
  } finally {
    progress.end();
  }
}

function reasonOf(all: number, { file, checks }: RequiredChecks): string {
  if (all === 0) return `${file} has no checks: name the cell of each, such as Check_Fill_rate.`;
  const named = checks
    .slice(0, MOST_NAMED)
    .map(({ label, cell, stands }) => `${label}${cell === "" ? "" : ` (${cell})`}: ${stands.replace(/\.$/, "")}`);
  const more = checks.length > MOST_NAMED ? [`${checks.length - MOST_NAMED} more`] : [];
  return `${checks.length} of ${all} checks of ${file} ${checks.length === 1 ? "is" : "are"} not TRUE. ${[...named, ...more].join("; ")}.`;
}
