/** The ledger in the workbook's part, so that a workbook that is opened elsewhere, or off line, keeps what its cells show. */
import type { Ledger, LedgerCall } from "./ledger";
import { childOf, updatePart } from "./part";

/** One call: its function, its arguments, what it returned, and when. */
type Line = [id: string, args: readonly unknown[], result: unknown, answeredAt: number];

/** Letters that the ledger may take in the file; the newest calls are kept. */
const LONGEST = 4_000_000;
const NAME = "ledger";
const SERVICE = "service";

/** Enters in the ledger what the workbook's part holds of it. */
export function loadLedger(root: Element, ledger: Ledger): void {
  const service = elementIn(root)?.getAttribute(SERVICE);
  if (service) ledger.belongTo(service);
  for (const [id, args, result, answeredAt] of linesIn(root)) ledger.enter({ id, args }, result, answeredAt);
}

/** Has the workbook keep what the ledger holds. */
export function saveLedger(ledger: Ledger): Promise<void> {
  const text = JSON.stringify(newest(ledger.calls()));
  return updatePart((root) => {
    const element = childOf(root, NAME);
    element.textContent = text;
    if (ledger.service) element.setAttribute(SERVICE, ledger.service);
  });
}

function elementIn(root: Element): Element | undefined {
  return root.getElementsByTagName(NAME)[0];
}

function linesIn(root: Element): Line[] {
  try {
    const lines: unknown = JSON.parse(elementIn(root)?.textContent ?? "[]");
    return Array.isArray(lines) ? lines.filter(isLine) : [];
  } catch {
    return [];
  }
}

function isLine(line: unknown): line is Line {
  if (!Array.isArray(line)) return false;
  const [id, args, result, answeredAt] = line as unknown[];
  return typeof id === "string" && Array.isArray(args) && result !== undefined && typeof answeredAt === "number";
}

function newest(calls: readonly LedgerCall[]): Line[] {
  const lines = calls
    .filter(({ result }) => result !== undefined)
    .map(({ id, args, result, answeredAt = 0 }): Line => [id, args, result, answeredAt])
    .sort((one, other) => other[3] - one[3]);
  let length = 0;
  return lines.filter((line) => (length += JSON.stringify(line).length) <= LONGEST);
}
