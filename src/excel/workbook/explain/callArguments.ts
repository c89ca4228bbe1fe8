/** Reads calls as the function would get them. Each reference in an argument is read once, and many in one round trip to Excel. */
import { parseArgument } from "../../../numbers/language/argument";
import type { FormulaCall } from "../../../numbers/language/calls";
import {
  normalizeArguments,
  settingsReadBy,
  type CallSettings,
  type CallWithSettings,
} from "../../../numbers/language/callKey";
import { parseSheetPosition } from "../../../spreadsheet/cells/address";
import { readReference, readReferences } from "../insertion";

/** A call in the formula of a cell. */
export interface CellCall {
  /** Of the cell, such as "Sheet1!B4". */
  readonly address: string;
  readonly call: FormulaCall;
}

export interface ArgumentReader {
  /** Reads the references of these calls together, so `read` asks Excel for none of them. */
  readonly readAhead: (calls: readonly CellCall[]) => Promise<void>;
  /** Returns the call as the function would get it; undefined if only Excel can compute an argument. */
  readonly read: (call: CellCall) => Promise<CallWithSettings | undefined>;
}

export function createArgumentReader(settings: CallSettings): ArgumentReader {
  const values = new Map<string, unknown>();
  const valueOf = async (address: string, reference: string) => {
    const key = keyOf(address, reference);
    if (!values.has(key)) values.set(key, await readReference(reference, address).catch(() => undefined));
    return values.get(key);
  };
  return {
    async readAhead(calls) {
      const wanted = new Map(
        calls.flatMap(({ address, call }) =>
          call.args.flatMap((text) => {
            const part = parseArgument(text);
            if (part.kind !== "reference") return [];
            return [[keyOf(address, part.text), { reference: part.text, target: address }] as const];
          }),
        ),
      );
      const open = [...wanted].filter(([key]) => !values.has(key));
      // One that leads nowhere fails all: each is then read by itself.
      const read = await readReferences(open.map(([, reference]) => reference)).catch(() => []);
      for (const [at, value] of read.entries()) values.set(open[at]?.[0] ?? "", value);
    },
    async read({ address, call: { name: id, args } }) {
      const given: unknown[] = [];
      for (const text of args) {
        const part = parseArgument(text);
        if (part.kind === "expression") return undefined;
        if (part.kind === "blank") given.push(null);
        else if (part.kind === "list") given.push([part.values]);
        else if (part.kind !== "reference") given.push(part.value);
        else {
          const value = await valueOf(address, part.text);
          if (value === undefined) return undefined;
          given.push(value);
        }
      }
      const normal = normalizeArguments(given);
      return { id, args: normal, settings: settingsReadBy(id, normal, settings) };
    },
  };
}

/** A reference without a sheet means the sheet of its cell. */
function keyOf(address: string, reference: string): string {
  return JSON.stringify([parseSheetPosition(address)?.sheet, reference]);
}
