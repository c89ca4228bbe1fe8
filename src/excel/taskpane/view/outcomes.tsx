import { Button, MessageBar, MessageBarActions, MessageBarBody } from "@fluentui/react-components";
import type { ActionResult } from "../../actions/sharedState";
import type { StoreState } from "../../actions/storeState";
import type { CopySent } from "../../actions/reports/reportState";
import type { Refreshed } from "../../actions/refresh/refreshState";
import { withoutDirection } from "../../../insights";
import { movedCommentsInWords } from "../../../numbers/language/commentWords";
import { findFailingChecks } from "../failingChecks";
import { checksTexts } from "../texts/checks";
import { reportBarTexts } from "../texts/reportBar";
import { texts } from "../texts/texts";

export function ActionOutcome({ result }: { result: ActionResult }) {
  const isComplete =
    result.action !== "format" || (result.protectedSheets.length === 0 && result.isFitted && result.isOneStep);
  return (
    <MessageBar intent={isComplete ? "success" : "warning"} layout="multiline">
      <MessageBarBody>{outcomeText(result)}</MessageBarBody>
    </MessageBar>
  );
}

/**
 * How many cells a refresh has changed, once that is known without those of reports' hidden columns, how many are in error, how many
 * checks are not TRUE now, and how many comments were written for other numbers.
 */
export function refreshedText({
  refreshed,
  changes: summary,
  activity,
  movedComments: comments,
}: Pick<StoreState, "changes" | "activity" | "movedComments"> & { refreshed: Refreshed }): string {
  const { cells, changes, failures, at } = refreshed;
  const moved = comments?.at === at ? comments.count : 0;
  const failed = failures.filter(({ isCaught }) => !isCaught).length;
  const changed = changes.length === 0 ? 0 : summary?.at === at ? summary.cells : undefined;
  const text = texts.activity.summary(cells, changed);
  const failing = findFailingChecks({ activity }).length;
  return [
    text,
    ...(failed > 0 ? [texts.activity.failed(failed)] : []),
    ...(failing > 0 ? [checksTexts.notTrue(failing)] : []),
    ...(moved > 0 ? [movedCommentsInWords(moved)] : []),
  ].join(" ");
}

/** What Excel has refused, although the action succeeded. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{notes.join(" ")}</MessageBarBody>
    </MessageBar>
  );
}

export function CopyOutcome({ copy, onOpen }: { copy: CopySent; onOpen: () => void }) {
  const { name, formulas, isOpened, canOpen } = copy;
  return (
    <MessageBar intent="success" layout="multiline">
      <MessageBarBody>{texts.reports.copySent(name, formulas, isOpened)}</MessageBarBody>
      {canOpen && (
        <MessageBarActions>
          <Button onClick={onOpen}>{texts.reports.openCopy}</Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}

function outcomeText(result: ActionResult): string {
  if (result.action === "repair") return texts.reports.repaired(result.formulas);
  if (result.action === "opened") return texts.reports.opened(withoutDirection(result.sheet));
  if (result.action === "inputs") return reportBarTexts.done(result.reports, result.isOneStep);
  if (result.action === "inputsBack") return reportBarTexts.restored(result.reports, result.removed);
  if (result.action === "format") {
    const { cells, protectedSheets, isFitted, isOneStep } = result;
    const locked = protectedSheets.length > 0 ? texts.formatting.locked(protectedSheets) : "";
    const refused = (isFitted ? "" : texts.formatting.notFitted) + (isOneStep ? "" : texts.formatting.notOneStep);
    return texts.formatting.formatted(cells) + locked + refused;
  }
  const { sheets, hidden } = result;
  return texts.reports.taken(sheets) + (hidden.length > 0 ? texts.reports.hiddenSheets(hidden) : "");
}
