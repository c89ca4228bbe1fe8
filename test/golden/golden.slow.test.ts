/** Golden workbooks that are refreshed by the add-in, in Excel's model. */
import { loadWorkbook } from "../../src/spreadsheet/xlsx/workbook";
import { bytesOf, inFile, openGolden, refreshFile, releases, rounded, shown } from "./goldenSetup";

test.each(releases)(
  "The workbook of %s is refreshed by the add-in to the numbers of the command line",
  async (release) => {
    const bytes = bytesOf(release);
    const { bytes: refreshed } = await refreshFile(bytes);
    const opened = await openGolden(bytes, true);
    const { changes } = await opened.refresh();
    expect(changes.length).toBeGreaterThan(20);
    const sheets = (await loadWorkbook(bytes)).sheets.map(({ name }) => name);
    expect(rounded(await shown(opened, sheets))).toEqual(rounded(await inFile(refreshed)));
    await opened.workbook.settled();
    opened.workbook.close();
  },
);
