/** A report on a sheet: as it was inserted, and in each scale. Opened once, because that takes longest. */
import type { Picture } from "../../../../workbench/page/chartOption";
import { readPage, type PageFacts } from "./pageFacts";
import { inputCell, openReport, readPictures, type OpenedChoice, type ReportSheet } from "./reportWorkbook";

/** The sheet is read in each; in the last one it stays. */
export const SCALES = ["Thousands", "Millions", "Units"] as const;
type Scale = (typeof SCALES)[number];

export interface OpenedReport {
  readonly report: ReportSheet;
  /** How often its code has gone to Excel, and to the service. */
  readonly syncs: number;
  readonly requests: number;
  /** The cells as it was inserted. */
  readonly start: unknown[][];
  readonly values: Readonly<Record<Scale, unknown[][]>>;
  readonly pages: Readonly<Record<Scale, PageFacts>>;
  readonly pictures: Readonly<Record<Scale, Picture[]>>;
}

export async function openInScales(choice: OpenedChoice): Promise<OpenedReport> {
  const report = await openReport(choice);
  const { workbook, sheet } = report;
  const [syncs, requests] = [report.synced(), report.asked().length];
  const readValues = () => workbook.values(`'${sheet}'!B1:Z70`);
  const start = readValues();
  const scaleCell = inputCell(workbook, sheet, "Scale");
  const inScale = async (scale: Scale) => {
    workbook.enter(scaleCell, scale);
    await workbook.settled();
    return { values: readValues(), page: readPage(workbook, sheet), pictures: readPictures(report) };
  };
  const [Thousands, Millions, Units] = [await inScale("Thousands"), await inScale("Millions"), await inScale("Units")];
  return {
    report,
    syncs,
    requests,
    start,
    values: { Thousands: Thousands.values, Millions: Millions.values, Units: Units.values },
    pages: { Thousands: Thousands.page, Millions: Millions.page, Units: Units.page },
    pictures: { Thousands: Thousands.pictures, Millions: Millions.pictures, Units: Units.pictures },
  };
}
