/** Two rows for the same period and groups are an error, since nobody can say which counts. */
import { groupsOf, rowPeriod, type Row, type RowColumns, type TextColumn } from "./columns";
import { InsightsError } from "./errors";
import { SLICE, type Sliced } from "./slices";

/** Where there are more places than so many a row, most are empty. */
const PLACES_A_ROW = 64;

/** Throws `malformed` where two rows are for the same period and groups. `where` is for the message. */
export function* checkDistinct(rows: RowColumns, where: string): Sliced<void> {
  const columns = [rows.periods, ...rows.groups.values()].map(cleanCodes);
  const places = columns.reduce((product, { size }) => product * size, 1);
  const isTaken = createPlaces(places, rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    if (at > 0 && at % SLICE === 0) yield;
    // Beyond what a number can tell apart, texts do.
    let place: number | string = places < Number.MAX_SAFE_INTEGER ? 0 : "";
    for (const { size, texts, codes } of columns) {
      const code = codes[(texts[at] ?? -1) + 1] ?? 0;
      place = typeof place === "number" ? place * size + code : `${place} ${code}`;
    }
    if (isTaken(place)) throw repeated({ rows, at }, where);
  }
}

/** Whether a row has taken the place before; it is taken from now on. A table has a row at nearly each: then flags are fastest. */
function createPlaces(places: number, length: number): (place: number | string) => boolean {
  if (places > length * PLACES_A_ROW) {
    const taken = new Set<number | string>();
    return (place) => taken.size === taken.add(place).size;
  }
  const flags = new Uint8Array(places);
  return (place) => {
    const isTaken = flags[Number(place)] === 1;
    flags[Number(place)] = 1;
    return isTaken;
  };
}

interface CleanCodes {
  /** How many codes there are. */
  readonly size: number;
  /** For each row which of the distinct texts it has, -1 for none. */
  readonly texts: Int32Array;
  /** 0 for none, then the code of each text, 0 for an empty one: equal where they differ in the spaces around them or the composition of characters alone. */
  readonly codes: Int32Array;
}

function cleanCodes({ texts, codes }: TextColumn): CleanCodes {
  const byText = new Map<string, number>();
  const cleaned = texts.map((text) => {
    const clean = text.trim().normalize();
    if (clean === "") return 0;
    const code = byText.get(clean) ?? byText.size + 1;
    byText.set(clean, code);
    return code;
  });
  return { size: byText.size + 1, texts: codes, codes: Int32Array.from([0, ...cleaned]) };
}

/** The error for a row that another one stands for the same as. */
export function repeated(row: Row, where: string): InsightsError {
  const groups = groupsOf(row).filter(([, group]) => group.trim() !== "");
  const parts = [rowPeriod(row) || "the full year", ...groups.map(([key, group]) => `${key} ${group}`)];
  return new InsightsError(
    "malformed",
    `The service returned several rows for ${parts.join(", ")} (${where}), so none of them is shown. Report this to whoever runs the service.`,
  );
}
