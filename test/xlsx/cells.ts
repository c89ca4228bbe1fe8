/** What a workbook's file holds, by cell. */
import { formatPosition } from "../../src/grid/address";
import { loadWorkbook } from "../../src/xlsx/workbook";

/** Values (an error as {error}) or formulas, by sheet and address such as "Plan!B4"; blanks are left out. */
export async function cellsIn(
  bytes: Uint8Array,
  what: "values" | "formulas" = "values",
): Promise<Record<string, unknown>> {
  const { sheets } = await loadWorkbook(new Uint8Array(bytes));
  return Object.fromEntries(
    sheets.flatMap(({ name, cells }) =>
      cells.flatMap((cell) => {
        const shown = what === "values" ? cell.value : (cell.formula?.text ?? null);
        return shown === null ? [] : [[`${name}!${formatPosition(cell)}`, shown]];
      }),
    ),
  );
}
