/** The index of readers against a search of all areas. */
import fc from "fast-check";
import { CellRange, type SheetCells } from "../../../src/spreadsheet/engine/operand";
import { Readers } from "../../../src/spreadsheet/engine/readers";
import { MAX_COLUMNS, MAX_ROWS } from "../../../src/spreadsheet/cells/limits";
import { runs } from "../../propertyOptions";

const sheets = ["one", "other"].map((id) => ({ id }) as SheetCells);

const side = (most: number) =>
  fc.oneof(
    fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 40 })),
    fc.constant([0, most] as const),
    fc.nat(most - 2).map((start) => [start, most - start] as const),
  );

const areas = fc
  .record({ sheet: fc.constantFrom(...sheets), rows: side(MAX_ROWS), columns: side(MAX_COLUMNS) })
  .map(({ sheet, rows, columns }) => new CellRange(sheet, rows[0], columns[0], rows[1], columns[1]));

const changes = fc.array(fc.record({ reader: fc.nat(9), areas: fc.array(areas, { maxLength: 4 }) }), { maxLength: 40 });

test("An area's readers are those of which an area overlaps it", () => {
  fc.assert(
    fc.property(changes, areas, (changes, area) => {
      const index = new Readers<number>();
      const read = new Map<number, readonly CellRange[]>();
      for (const { reader, areas } of changes) {
        index.set(reader, areas);
        read.set(reader, areas);
      }
      const overlapping = [...read].filter(([, own]) => own.some((each) => each.overlaps(area)));
      expect([...index.of(area)].sort()).toEqual(overlapping.map(([reader]) => reader).sort());
      const onSheet = [...read].filter(([, own]) => own.some(({ sheet }) => sheet === area.sheet));
      expect([...index.ofSheet(area.sheet)].sort()).toEqual(onSheet.map(([reader]) => reader).sort());
    }),
    { numRuns: runs(300) },
  );
});
