/** Ranges as add-ins see them, over the cells of Univer. */
import type { FWorksheet } from "@univerjs/sheets/facade";
import { cellCount, type Area } from "../../src/spreadsheet/cells/area";
import type { HostObject } from "../office/hostObject";
import { conditionalFormatsObject } from "./conditionalFormats";
import { formatObject } from "./format";
import { addressOfRange, registerRange, requireOnSheet, type HostRange } from "./range";
import { checkedFirst, requireWritable } from "./protection";
import { rangeActions } from "./rangeActions";
import { contentSetters, contentValues } from "./rangeContents";
import { mergedAreas, otherRanges, spillRanges } from "./rangeNavigation";
import { sortObject } from "./sort";
import { validationObject } from "./validation";
import type { WorkbookModel } from "./workbookModel";

/** @throws InvalidArgument where the area is not within a sheet. */
export function rangeObject(model: WorkbookModel, sheet: FWorksheet, area: Area): HostObject {
  requireOnSheet(area);
  const range: HostRange = { model, sheet, area };
  const object: HostObject = {
    type: "Range",
    values: { ...placeValues(range), ...contentValues(range) },
    setters: checkedFirst(() => requireWritable(range), contentSetters(range)),
    objects: {
      worksheet: () => model.sheetObject(sheet),
      format: () => formatObject(range),
      conditionalFormats: () => conditionalFormatsObject(range),
      dataValidation: () => validationObject(range),
      sort: () => sortObject(range),
    },
    methods: { ...otherRanges(range), ...spillRanges(range), ...mergedAreas(range), ...rangeActions(range) },
  };
  return registerRange(object, range);
}

function placeValues(range: HostRange): NonNullable<HostObject["values"]> {
  const { sheet, area } = range;
  return {
    address: () => addressOfRange(range),
    cellCount: () => cellCount(area),
    columnCount: () => area.columns,
    columnIndex: () => area.column,
    rowCount: () => area.rows,
    rowIndex: () => area.row,
    columnHidden: () => {
      const hidden = Array.from({ length: area.columns }, (_, at) => !sheet.getSheet().getColVisible(area.column + at));
      return new Set(hidden).size === 1 ? hidden[0] : null;
    },
  };
}
