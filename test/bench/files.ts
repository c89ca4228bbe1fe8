/** Workbooks of any size, as Excel writes them, for measuring how files are read, calculated and written. */
import { toCol } from "@borgar/fx/xlsx";
import { HEAD, MAIN, OFFICE, PACKAGE, zipped } from "../spreadsheet/xlsx/book";

const MONTHS = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}`);
const FIELDS = ["Gross sales", "Net sales", "Gross profit", "EBIT"];
const FIRST_ROW = 5;

/** A sheet of KPI calls, twelve months a row, and a sheet of formulas over them: totals, shares, growth, running totals. */
export function workbookOfFormulas(count: number): Promise<Uint8Array> {
  const rows = Math.ceil(count / 24);
  const months = MONTHS.map((month, at) => text(`${toCol(at + 1)}4`, month)).join("");
  const plan = rowsOf(rows, (row) => [
    text(`A${row}`, FIELDS[row % FIELDS.length] ?? ""),
    ...MONTHS.map((_, at) => {
      const column = toCol(at + 1);
      return formula(`${column}${row}`, `_xldudf_INSIGHTS_KPI($B$1,$B$2,$A${row},${column}$4)`);
    }),
  ]);
  const head = `<row r="1">${text("B1", "FY26 Plan")}</row><row r="2">${text("B2", "committed")}</row><row r="4">${months}</row>`;
  const report = rowsOf(rows, (row) => MONTHS.map((_, at) => formula(`${toCol(at + 1)}${row}`, dependent(at, row))));
  return packed({ Plan: head + plan, Report: report });
}

/** A sheet of numbers and texts that no formula reads, and a sheet with one KPI call. */
export function workbookOfConstants(count: number): Promise<Uint8Array> {
  const data = rowsOf(Math.ceil(count / 20), (row) =>
    Array.from({ length: 20 }, (_, at) =>
      at % 5 === 4 ? shared(`${toCol(at)}${row}`, row % 100) : number(`${toCol(at)}${row}`, row * 1.25 + at),
    ),
  );
  const call = formula("A1", '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")');
  return packed({ Data: data, Plan: `<row r="1">${call}</row>` });
}

/** A sheet of 5,000 articles, each with a KPI call, and a sheet of sums over those whose names match a pattern. */
export function workbookOfCriteria(count: number): Promise<Uint8Array> {
  const call = '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")';
  const data = rowsOf(ARTICLES, (row) => [
    text(`A${row}`, `Article ${row % 1000} of region ${row % 7}`),
    formula(`B${row}`, `${call}*0+${row}`),
  ]);
  const last = FIRST_ROW + ARTICLES - 1;
  const sums = rowsOf(count, (row) => [
    formula(
      `A${row}`,
      `SUMIFS(Data!$B$${FIRST_ROW}:$B$${last},Data!$A$${FIRST_ROW}:$A$${last},"*e ${row % 1000} of*")`,
    ),
  ]);
  return packed({ Data: data, Sums: sums });
}

const ARTICLES = 5000;

function dependent(at: number, row: number): string {
  const column = toCol(at + 1);
  const before = toCol(at);
  if (at === 0) return row === FIRST_ROW ? `Plan!B${row}` : `B${row - 1}+Plan!B${row}`;
  const kinds = [
    `SUM(Plan!B${row}:${column}${row})`,
    `IF(Plan!${before}${row}=0,0,Plan!${column}${row}/Plan!${before}${row}-1)`,
    `Plan!${column}${row}*1.02+SUM(Plan!${column}$5:${column}$24)`,
    `IFERROR(Plan!${column}${row}/$B${row},0)`,
  ];
  return kinds[at % kinds.length] ?? "";
}

function rowsOf(count: number, cellsOf: (row: number) => string[]): string {
  return Array.from({ length: count }, (_, at) => {
    const row = at + FIRST_ROW;
    return `<row r="${row}">${cellsOf(row).join("")}</row>`;
  }).join("");
}

function formula(address: string, written: string): string {
  return `<c r="${address}"><f>${written.replaceAll('"', "&quot;")}</f><v>0</v></c>`;
}

function number(address: string, value: number): string {
  return `<c r="${address}"><v>${value}</v></c>`;
}

function text(address: string, value: string): string {
  return `<c r="${address}" t="str"><v>${value}</v></c>`;
}

function shared(address: string, at: number): string {
  return `<c r="${address}" t="s"><v>${at}</v></c>`;
}

/** @param sheets The rows of each sheet, by its name. */
function packed(sheets: Record<string, string>): Promise<Uint8Array> {
  const names = Object.keys(sheets);
  const tabs = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (all: string[]) =>
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all.join("")}</Relationships>`;
  // Without the types of its parts, neither Excel nor LibreOffice opens a file.
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const types = [
    override("workbook", "sheet.main"),
    override("sharedStrings", "sharedStrings"),
    ...names.map((_, at) => override(`worksheets/sheet${at + 1}`, "worksheet")),
  ];
  const texts = Array.from({ length: 100 }, (_, at) => `<si><t>Text ${at}</t></si>`).join("");
  return zipped({
    "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types.join("")}</Types>`,
    "_rels/.rels": relations([relation("rId1", "officeDocument", "xl/workbook.xml")]),
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${tabs.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...names.map((_, at) => relation(`rId${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`)),
      relation("rId9", "sharedStrings", "sharedStrings.xml"),
    ]),
    "xl/sharedStrings.xml": `${HEAD}<sst xmlns="${MAIN}">${texts}</sst>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  });
}
