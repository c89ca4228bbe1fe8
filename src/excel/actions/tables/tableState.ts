/** The state of the pane's section for tables. */
import type { Scenario } from "../../../insights";
import type { RolledOutcome, RollState } from "./rollState";
import type { PartStyle } from "../../../reporting/reports/sheetSpec";
import type {
  TableDefinition,
  TableLine,
  DefinedColumn,
  TableTemplate,
  TemplateMonths,
} from "../../../reporting/tables/definition";
import type { TablePeriod } from "../../../reporting/tables/periods";
import type { HeadingAnswers } from "../../../reporting/headings/headingAnswers";
import type { FillStyle } from "../../../reporting/headings/cellNumbers";
import type { HeadingSentence } from "../../../reporting/headings/headingSentences";
import type { HeadingQuestion } from "../../../reporting/headings/headingQuestions";

/** The first numbers of a table, or the result of a formula. */
export type TablePreview =
  | { readonly state: "working" }
  | {
      readonly state: "done";
      readonly rows: readonly (readonly unknown[])[];
      /** The formats of the cells, by areas relative to the first cell. */
      readonly formats: readonly PartStyle[];
      /** The numbers as their cells will show them; undefined for texts, and for numbers without a format. */
      readonly texts?: readonly (readonly (string | undefined)[])[];
      /** How many months the full years behind the numbers have, in words; undefined without any. */
      readonly fullYear?: string | undefined;
      /** Why numbers are missing, as the service's first failure; undefined if it has answered. */
      readonly failure?: string | undefined;
    };

/** The meaning of the headings around the selected cells. */
export interface HeadingsState {
  /** The selected cells, such as "Sheet1!B3:D9". */
  readonly address: string;
  /** How many headings are read. */
  readonly understood: number;
  readonly sentences: readonly HeadingSentence[];
  /** The first numbers of columns, by the column's letters; an error as its code, and none until they are known. */
  readonly numbers: Readonly<Record<string, unknown>>;
  /** Those that are numbers as their cells will show them, likewise; none for cells without a format. */
  readonly texts: Readonly<Record<string, string>>;
  /** The first cells as they will look, with the headings beside them. */
  readonly block: TablePreview;
  readonly style: FillStyle;
  readonly questions: readonly HeadingQuestion[];
  /** The scenarios that answers may name. */
  readonly scenarios: readonly Scenario[];
  /** Lines that stay blank, since the service has no such number. */
  readonly unserved: readonly string[];
  /** Words of titles that nobody knows: no formula depends on them. */
  readonly unread: readonly string[];
  readonly answers: HeadingAnswers;
  /** Formulas that would be written; 0 while a question is open. */
  readonly formulas: number;
  /** The first of them. */
  readonly example: string | undefined;
  /** How many months the full years that columns show have, in words; undefined until they are known, and without any. */
  readonly fullYear: string | undefined;
}

export interface FilledBlock {
  /** The selected cells, such as "Sheet1!B3:D9". */
  readonly address: string;
  /** How many of them have a formula. */
  readonly formulas: number;
  readonly blank: LeftBlank;
}

/** The headings of lines and columns without a formula. */
export interface LeftBlank {
  /** A question is open that they wait for. */
  readonly unanswered: readonly string[];
  /** The service has no such number. */
  readonly unserved: readonly string[];
}

export interface NoticedHeadings {
  /** The selected cells, such as "Sheet1!B3:D9". */
  readonly address: string;
  /** How many headings are read. */
  readonly headings: number;
}

export interface TableState {
  /** The id of the table's own plan; undefined for the workbook's. */
  readonly plan: string | undefined;
  /** What the table started with. */
  readonly template: TableTemplate;
  /** Undefined until the end of the actuals is known, and for a plan without any. */
  readonly actuals: TemplateMonths | undefined;
  /** The last month of the actuals, as YYYY-MM; undefined as long as `actuals` is. */
  readonly actualsTo: string | undefined;
  /** Undefined if the workbook has no plan. */
  readonly definition: TableDefinition | undefined;
  /** The fiscal year of periods that are added. */
  readonly year: number;
  /** The cell that the table begins with, such as "Sheet1!B4". */
  readonly target: string;
  readonly size: { readonly rows: number; readonly columns: number };
  /** The first formula. */
  readonly formula: string;
  readonly preview: TablePreview;
  readonly headings: HeadingsState | undefined;
  /** Empty cells that are selected between headings, before the user asks to read these. */
  readonly noticed: NoticedHeadings | undefined;
  /** The cells of the last table written, such as "Sheet1!B4:D9". */
  readonly written: string | undefined;
  /** What was filled last. */
  readonly filled: FilledBlock | undefined;
  /** Tables of the workbook that can move to another month. @default not looked for */
  readonly roll?: RollState | undefined;
  /** The tables that were moved last. */
  readonly rolled?: RolledOutcome | undefined;
}

/** An entry of one of a table's lists. */
export type TableEntryChange =
  | { readonly list: "lines"; readonly entries: readonly TableLine[] }
  | { readonly list: "columns"; readonly entries: readonly DefinedColumn[] }
  | { readonly list: "periods"; readonly entries: readonly TablePeriod[] };

export interface TableSlice {
  /** Undefined before the section for tables was opened. */
  readonly grid?: TableState | undefined;
}
