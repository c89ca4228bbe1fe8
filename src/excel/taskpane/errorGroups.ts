/** Groups cells in error by their cause. Pure. */
import type { ErrorCell } from "../workbook/errors/cellErrors";

/** Cells with the same message, which the same replacement mends. */
export interface ErrorGroup extends Pick<ErrorCell, "code" | "message" | "kind"> {
  /** The fix of the first cell; all others have the same. */
  readonly fix: ErrorCell["fix"];
  readonly choice: ErrorCell["choice"];
  readonly addresses: readonly string[];
}

/** Returns the groups in the order of their first cells. */
export function groupErrors(errors: readonly ErrorCell[]): ErrorGroup[] {
  const groups = new Map<string, { first: ErrorCell; addresses: string[] }>();
  for (const error of errors) {
    const key = JSON.stringify([error.code, error.message, replacementOf(error.fix), error.choice]);
    const own = groups.get(key);
    if (own) own.addresses.push(error.address);
    else groups.set(key, { first: error, addresses: [error.address] });
  }
  return [...groups.values()].map(({ first: { code, message, kind, fix, choice }, addresses }) => ({
    code,
    message,
    kind,
    fix,
    choice,
    addresses,
  }));
}

/** The wrong text and the meant one; cells that call different functions may share them. */
function replacementOf(fix: ErrorCell["fix"]): readonly string[] {
  if (!fix) return [];
  if (fix.kind === "heading") return [fix.kind, fix.at];
  return "meant" in fix ? [fix.kind, fix.wrong, fix.meant] : [fix.kind];
}
