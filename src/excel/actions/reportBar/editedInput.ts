/** The input of a report that the user has changed on its sheet. Pure. */
import { parseAddress } from "../../../spreadsheet/cells/address";
import type { ReadInput, ReadReport } from "../../workbook/reports/reportInputs";
import type { InputChange } from "../../workbook/reports/writeInputs";

export interface EditedInput {
  readonly report: ReadReport;
  readonly input: ReadInput;
}

/** Returns undefined if the cell is no input. */
export function findEditedInput(
  reports: readonly ReadReport[],
  address: string,
  worksheetId: string,
): EditedInput | undefined {
  const area = parseAddress(address)?.area;
  const report = reports.find((each) => each.worksheetId === worksheetId);
  const input = report?.inputs.find(({ row, column }) => row === area?.row && column === area.column);
  return report && input && { report, input };
}

/** True if the input stands as the bar has written it. */
export function isWrittenAs({ report, label, after }: InputChange, edited: EditedInput): boolean {
  return report === edited.report.id && label === edited.input.label && after === edited.input.text;
}
