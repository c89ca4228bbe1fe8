/** Finds the number of the briefing's sentence in cells, for a workbook that shows other results. */
import { fieldOf, isNumberCall, type NumberCall } from "../../../numbers/analysis/numberCall";
import { knownFigure, type NumberSource } from "../../../numbers/analysis/numberSource";
import { callsOfSides } from "../../../numbers/analysis/parts";
import { figureKey } from "../../../numbers/language/figure";
import type { Ledger, LedgerEntry } from "../../workbook/ledger/ledger";

/** Where a number is looked for. */
interface NumberPlaces {
  readonly ledger: Ledger;
  /** The answers behind cells. */
  readonly shown: NumberSource;
  /** The answers of the look. */
  readonly looked: NumberSource;
}

/**
 * Returns the number that cells show: of a variance, also if they show its two sides. Undefined if no cell shows it, or the months of
 * a cell are not known.
 */
export async function cellsNumber(call: NumberCall, numbers: NumberPlaces): Promise<number | undefined> {
  const own = await shownNumberOf(call, numbers);
  if (own !== undefined || call.id === "KPI") return own;
  const sides = callsOfSides(call, { baseMonths: [] });
  const [scenario, base] = await Promise.all(sides.map((side) => shownNumberOf(side.call, numbers)));
  return scenario === undefined || base === undefined ? undefined : scenario - base;
}

async function shownNumberOf(call: NumberCall, { ledger, shown, looked }: NumberPlaces): Promise<number | undefined> {
  const key = await keyOf(call, looked);
  if (key === undefined) return undefined;
  for (const entry of ledger.entries()) {
    const { result } = entry;
    if (typeof result !== "number" || !isShown(entry) || !isNumberCall(entry) || entry.id !== call.id) continue;
    if (ledger.isCurrent(entry) && fieldOf(entry) === fieldOf(call) && (await keyOf(entry, shown)) === key)
      return result;
  }
  return undefined;
}

function isShown({ addresses, isUnshown = false }: LedgerEntry): boolean {
  return addresses.size > 0 && !isUnshown;
}

async function keyOf(call: NumberCall, source: NumberSource): Promise<string | undefined> {
  const figure = await knownFigure(source, call);
  return figure && figureKey(figure);
}
