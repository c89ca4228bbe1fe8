/** The columns of a sheet by their letters. */
import { formatPosition } from "../../grid/address";

/** "A" is the first. */
export function letterAt(index: number): string {
  return formatPosition({ row: 0, column: index }).slice(0, -1);
}

/** So many letters from this place on. */
function lettersFrom(index: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => letterAt(index + at));
}
