/** The columns of a sheet by their letters. */
import { formatPosition } from "../../grid/address";

/** "A" is the first. */
export function letterAt(index: number): string {
  return formatPosition({ row: 0, column: index }).slice(0, -1);
}
