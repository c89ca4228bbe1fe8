/** Excel as far as it reads and writes cells, with answers of limited size: cheaper than a workbook that calculates. */
import type { SheetArea } from "../../../../src/spreadsheet/cells/area";

type Rows = readonly (readonly unknown[])[];

/** A sheet's used range: where it begins, and its contents. Formulas begin with "=", texts that look like one with "'=". */
export interface FakeSheet {
  readonly name: string;
  readonly first?: readonly [row: number, column: number];
  readonly rows: Rows;
}

interface Options {
  /** The most cells that one answer holds. */
  readonly mostCells?: number;
  /** The formulas of the workbook's defined names. */
  readonly names?: Readonly<Record<string, string>>;
  /** The bodies of tables. */
  readonly tables?: readonly SheetArea[];
  /** What a cell holds after this content was written into it. */
  readonly asWritten?: (content: unknown) => unknown;
}

export interface FakeExcel {
  readonly context: Excel.RequestContext;
  /** What each request reads and writes, such as "S 0,0 2x3", also if Excel refuses it. */
  readonly requests: string[][];
}

export function fakeExcel(sheets: readonly FakeSheet[], options: Options = {}): FakeExcel {
  const { mostCells = Infinity, names = {}, tables = [], asWritten = (content) => content } = options;
  const requests: string[][] = [];
  let queued: Queued[] = [];
  const send = async () => {
    const sent = queued;
    queued = [];
    requests.push(sent.map(({ text }) => text).filter(Boolean));
    if (sent.reduce((sum, { cells }) => sum + cells, 0) > mostCells)
      throw Object.assign(new Error("Too large"), { code: "ResponsePayloadSizeLimitExceeded" });
    for (const { run } of sent) run();
  };
  const worksheets = sheets.map(({ name, first = [0, 0], rows }) => {
    const contents = new Map<string, unknown>();
    const rangeAt = (row: number, column: number, height: number, width: number) =>
      new FakeRange({ sheet: name, row, column, rows: height, columns: width }, contents, {
        queue: (each) => queued.push(each),
        asWritten,
      });
    const used = rangeAt(...first, rows.length, rows[0]?.length ?? 0);
    used.put(rows);
    return {
      name,
      names: collectionOf([]),
      getUsedRangeOrNullObject: () => used,
      getRangeByIndexes: rangeAt,
      getCell: (row: number, column: number) => rangeAt(row, column, 1, 1),
    };
  });
  const sheetNamed = (name: string) => worksheets.find((sheet) => sheet.name === name);
  const workbook = {
    worksheets: { ...collectionOf(worksheets), getItem: sheetNamed },
    names: collectionOf(Object.entries(names).map(([name, formula]) => ({ name, formula }))),
    tables: collectionOf(
      tables.map(({ sheet, row, column, rows, columns }) => ({
        worksheet: { name: sheet },
        getDataBodyRange: () => sheetNamed(sheet)?.getRangeByIndexes(row, column, rows, columns),
      })),
    ),
  };
  return { context: { workbook, sync: send } as unknown as Excel.RequestContext, requests };
}

/** A part of a request. */
interface Queued {
  readonly text: string;
  /** Cells that the answer holds. */
  readonly cells: number;
  readonly run: () => void;
}

function collectionOf<T>(items: readonly T[]) {
  const collection = { items, load: () => collection };
  return collection;
}

/** A range whose properties cannot be read before a request has loaded them. */
class FakeRange {
  readonly isNullObject = false;
  private readonly loaded = new Map<string, unknown>();

  constructor(
    private readonly area: SheetArea,
    private readonly contents: Map<string, unknown>,
    private readonly excel: { queue: (each: Queued) => void; asWritten: (content: unknown) => unknown },
  ) {}

  load(text: string): this {
    const { rows, columns } = this.area;
    const wanted = text.split(",");
    const hasCells = wanted.includes("formulas") || wanted.includes("values");
    this.excel.queue({
      text: hasCells ? textOf(this.area) : "",
      cells: hasCells ? rows * columns : 0,
      run: () => wanted.forEach((name) => this.loaded.set(name, this.read(name))),
    });
    return this;
  }

  untrack(): this {
    return this;
  }

  get formulas() {
    return this.get("formulas");
  }
  set formulas(rows) {
    this.write(rows as Rows);
  }
  get values() {
    return this.get("values");
  }
  set values(rows) {
    this.write(rows as Rows);
  }
  get rowIndex() {
    return this.get("rowIndex");
  }
  get columnIndex() {
    return this.get("columnIndex");
  }
  get rowCount() {
    return this.get("rowCount");
  }
  get columnCount() {
    return this.get("columnCount");
  }

  /** Null leaves a cell as it is. */
  put(rows: Rows): void {
    rows.forEach((cells, down) =>
      cells.forEach((content, right) => {
        if (content !== null) this.contents.set(`${this.area.row + down} ${this.area.column + right}`, content);
      }),
    );
  }

  private write(rows: Rows): void {
    const { asWritten, queue } = this.excel;
    const written = rows.map((cells) => cells.map(asWritten));
    queue({ text: `write ${textOf(this.area)}`, cells: 0, run: () => this.put(written) });
  }

  private get(name: string): unknown {
    if (!this.loaded.has(name)) throw new Error(`${name} is not loaded.`);
    return this.loaded.get(name);
  }

  private read(name: string): unknown {
    const { row, column, rows, columns } = this.area;
    const sizes: Record<string, number> = { rowIndex: row, columnIndex: column, rowCount: rows, columnCount: columns };
    if (name in sizes) return sizes[name];
    return Array.from({ length: rows }, (_, down) =>
      Array.from({ length: columns }, (__, right) => {
        const content = this.contents.get(`${row + down} ${column + right}`) ?? "";
        return name === "values" ? valueOf(content) : withoutApostrophe(content);
      }),
    );
  }
}

function textOf({ sheet, row, column, rows, columns }: SheetArea): string {
  return `${sheet} ${row},${column} ${rows}x${columns}`;
}

/** The value of a formula is its text in brackets. */
function valueOf(content: unknown): unknown {
  return typeof content === "string" && content.startsWith("=") ? `[${content}]` : withoutApostrophe(content);
}

function withoutApostrophe(content: unknown): unknown {
  return typeof content === "string" ? content.replace(/^'/, "") : content;
}
