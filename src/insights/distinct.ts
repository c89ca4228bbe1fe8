/** Two rows for the same period and groups are an error, since neither can be trusted. */
import { groupsOf, rowPeriod, type Row, type RowColumns, type TextColumn } from "./columns";
import { InsightsError } from "./errors";
import { SLICE, type Sliced } from "./slices";

/** With more possible combinations per row than this, a set is smaller than an array of flags. */
const PLACES_A_ROW = 64;

/** Throws `malformed` if two rows have the same period and groups. `where` names the place in the message. */
export function* checkDistinct(rows: RowColumns, where: string): Sliced<void> {
  const columns = [rows.periods, ...rows.groups.values()].map(cleanCodes);
  const places = columns.reduce((product, { size }) => product * size, 1);
  const isTaken = createPlaces(places, rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    if (at > 0 && at % SLICE === 0) yield;
    // Too many combinations for exact numbers: compare texts.
    let place: number | string = places < Number.MAX_SAFE_INTEGER ? 0 : "";
    for (const { size, texts, codes } of columns) {
      const code = codes[(texts[at] ?? -1) + 1] ?? 0;
      place = typeof place === "number" ? place * size + code : `${place} ${code}`;
    }
    if (isTaken(place)) throw repeated({ rows, at }, where);
  }
}

/** Returns a function that is true if a combination was seen before. Dense tables use an array of flags, the fastest form. */
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
  /** The number of codes. */
  readonly size: number;
  /** The index of each row's text; -1 for none. */
  readonly texts: Int32Array;
  /** 0 for none, then the code of each text. Texts get equal codes if they differ only in outer spaces or composition; "" gets 0. */
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

/** Creates the error for two rows with the same identity. */
export function repeated(row: Row, where: string): InsightsError {
  const groups = groupsOf(row).filter(([, group]) => group.trim() !== "");
  const parts = [rowPeriod(row) || "the full year", ...groups.map(([key, group]) => `${key} ${group}`)];
  return new InsightsError(
    "malformed",
    `The service returned several rows for ${parts.join(", ")} (${where}), so none of them is shown. Report this to the operator of the service.`,
  );
}
