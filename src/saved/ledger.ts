/** What the calls of a workbook last returned, so that it shows its numbers also where nobody is connected. */
import { childOf, findChild } from "./document";
import { readJsonList, writeJsonList } from "./jsonList";

/** One call, and what it returned. */
export interface LedgerLine {
  /** The function's id, such as "PNL". */
  readonly id: string;
  /** The arguments as Excel gives them to the function. */
  readonly args: readonly unknown[];
  readonly result: unknown;
  /** Milliseconds since the epoch. */
  readonly answeredAt: number;
}

export interface SavedLedger {
  /** The address of the service that answered; undefined where it is not known. */
  readonly service: string | undefined;
  readonly lines: readonly LedgerLine[];
}

const ELEMENT = "ledger";
const SERVICE = "service";
/** Letters that the lines may take: a part of more than 5 MB cannot be read on the web. */
const MAX_LENGTH = 4_000_000;

export function readLedger(root: Element | undefined): SavedLedger {
  return {
    service: findChild(root, ELEMENT)?.getAttribute(SERVICE) || undefined,
    lines: readJsonList(root, ELEMENT).flatMap((line) => lineOf(line) ?? []),
  };
}

/** Replaces the ledger; a service that is not known leaves the one that is kept. The newest lines stay where there are too many. */
export function writeLedger(root: Element, { service, lines }: SavedLedger): void {
  const element = childOf(root, ELEMENT);
  writeJsonList(element, newest(lines));
  if (service) element.setAttribute(SERVICE, service);
}

type Tuple = [id: string, args: readonly unknown[], result: unknown, answeredAt: number];

function lineOf(line: unknown): LedgerLine | undefined {
  if (!Array.isArray(line)) return undefined;
  const [id, args, result, answeredAt] = line as unknown[];
  const isWhole =
    typeof id === "string" && Array.isArray(args) && result !== undefined && typeof answeredAt === "number";
  return isWhole ? { id, args, result, answeredAt } : undefined;
}

function newest(lines: readonly LedgerLine[]): Tuple[] {
  const tuples = lines
    .map(({ id, args, result, answeredAt }): Tuple => [id, args, result, answeredAt])
    .sort((one, other) => other[3] - one[3]);
  let length = 0;
  return tuples.filter((tuple) => (length += JSON.stringify(tuple).length) <= MAX_LENGTH);
}
