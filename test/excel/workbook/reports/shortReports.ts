/** Reports of a title, inputs and charts alone, for tests of what becomes of their sheets: all else takes most of the time. */
import { parseAddress } from "../../../../src/spreadsheet/cells/address";
import { PLAN_LIST, RESULT_COLUMN } from "../../../../src/reporting/reports/hiddenColumns";
import { REPORT_KINDS, type ReportKind } from "../../../../src/reporting/reports/reportParameters";
import type { CellBlock } from "../../../../src/reporting/reports/sheetSpec";
import { REPORT_SHEETS } from "../../../../src/reporting/reports/reportSheets";

/** From 0: the last row that may be an input's, and the last column of inputs. */
const [LAST_ROW, LAST_COLUMN] = [7, 14];

/** Shortens all reports that are inserted in this file from now on. */
export function shortenReports(): void {
  const templates: Record<ReportKind, (typeof REPORT_SHEETS)[ReportKind]> = REPORT_SHEETS;
  for (const kind of REPORT_KINDS) {
    const whole = templates[kind];
    templates[kind] = (parameters) => {
      const spec = whole(parameters);
      return { ...spec, blocks: spec.blocks.filter(isKept), styles: [], lists: [], conditionalStyles: [], bars: [] };
    };
  }
}

/** True if a title reads the block, or it is an input. */
function isKept({ at }: CellBlock): boolean {
  const area = parseAddress(at)?.area;
  const isHead = area !== undefined && area.row <= LAST_ROW && area.column <= LAST_COLUMN;
  return isHead || at === PLAN_LIST.cell || at.startsWith(RESULT_COLUMN);
}
