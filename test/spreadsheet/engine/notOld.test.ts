/** Whatever stands between a call and the last formula, the last formula is right or named: never old without a word. */
import fc from "fast-check";
import { calculateBook, type BookOptions, type FormulaOutcome } from "../../../src/spreadsheet/engine/calculateBook";
import type { BookFormula, BookSheet } from "../../../src/spreadsheet/engine/bookSheet";
import { isCellError, type Value } from "../../../src/spreadsheet/engine/values";
import { parseAddress, parsePosition } from "../../../src/spreadsheet/cells/address";
import { declare } from "./declare";
import { readPropertyOptions, runs } from "../../propertyOptions";
import { fixtureCells, otherSheet, readFamilies, type Vector } from "./functionVectors";
import { readersOf, type Target } from "./referenceKinds";
import { sheetOf, type Cell } from "./workbook";

/** What the formula in BA1 reads: the vector's formula in Z101, or what it fills from there. */
const READ: readonly Target[] = [
  { text: "Z101", row: 101, column: 26, rows: 1, columns: 1 },
  { text: "$Z$101:AC104", row: 101, column: 26, rows: 4, columns: 4 },
  { text: "Z101:Z104", row: 101, column: 26, rows: 4, columns: 1 },
  { text: "Z90:Z200", row: 90, column: 26, rows: 111, columns: 1 },
];
/** Readings that are of one target only. */
const READERS = [
  "COUNTA(Z:Z)",
  'COUNTIF(INDIRECT("Z:Z"),"<>x")',
  "ANCHORARRAY(Z101)",
  "SUM(ANCHORARRAY(INDEX(Z:Z,101)))",
  "ROWS(ANCHORARRAY(Z101))",
  "SUMPRODUCT(N(ISTEXT(101:104)))",
  "ISBLANK(Z102)",
  'SUMIF(OFFSET(A101,0,0,4,1),"<>x",Z101)',
];

/** What the formula in BK1 reads: the one in BA1, or what it fills. */
const READ_LAST: readonly Target[] = [
  { text: "BA1", row: 1, column: 53, rows: 1, columns: 1 },
  { text: "BA1:BD5", row: 1, column: 53, rows: 5, columns: 4 },
];
const LAST = ["ANCHORARRAY(BA1)", "COUNTA(BA:BD)", 'INDIRECT("BA"&BP9)', "OFFSET(BA2,-BP9,0)"];

/** A cell that calls our function with its own address; the cells that tell formulas where to read, and the formulas. */
const [VECTOR, READER, LATEST] = ["Z101", "BA1", "BK1"] as const;
const POINTERS = { BP8: "0+1", BP9: "TODAY()-TODAY()+1" };

/** A vector; `literal` stands in a cell of its own in place of a number. */
interface Example extends Vector {
  readonly literal?: number;
}

interface Choice {
  readonly vector: Example;
  readonly isSpilled: boolean;
  readonly reader: string;
  readonly last: string;
  /** Which of the cells that the vector reads call our function. */
  readonly ours: readonly number[];
  /** What its answers add to numbers. */
  readonly change: number;
  /** The formulas whose values the file does not keep. */
  readonly unkept: readonly string[];
  readonly areOld: boolean;
  readonly standAlone: boolean;
  readonly isReversed: boolean;
}

/** A cell with the number that stands in the text of a vector, for those that read no cell. */
const LITERAL = parsePosition("BR1")!;

const constants = new Map(fixtureCells().flatMap((cell) => (cell.formula ? [] : [[placeOf(cell), cell.value]])));

function placeOf({ row, column }: { row: number; column: number }): string {
  return `${row} ${column}`;
}

/** The constants of the fixture that a formula's text names. */
function constantsIn(text: string): string[] {
  const found = text.matchAll(/(?<![A-Z!"])\$?[A-X]\$?\d{1,2}(?::\$?[A-X]\$?\d{1,2})?(?![\d(A-Z])/g);
  return [...found].flatMap(([address]) => {
    const { row, column, rows, columns } = parseAddress(address)!.area;
    const cells = Array.from({ length: rows * columns }, (_, at) =>
      placeOf({ row: row + Math.floor(at / columns), column: column + (at % columns) }),
    );
    return cells.filter((cell) => constants.has(cell));
  });
}

/** Returns the vector with its first number in a cell. Texts, arrays and parts of names stay. */
function withCell(vector: Vector): Example | undefined {
  if (constantsIn(vector.formula).length > 0) return vector;
  // What is drawn by chance is another number in each calculation.
  if (vector.formula.includes("RAND")) return undefined;
  const number = /^(?:"[^"]*"|\{[^}]*\}|[^"{])*?(?<![\w$.!:])(\d+(?:\.\d+)?)(?![\w.:%(!])/.exec(vector.formula);
  if (!number) return undefined;
  const end = number[0].length;
  const start = end - number[1]!.length;
  const formula = `${vector.formula.slice(0, start)}BR1${vector.formula.slice(end)}`;
  return { ...vector, formula, literal: Number(number[1]) };
}

/** The golden functions and operators, each with the vectors that depend on a cell. */
const FUNCTIONS = readFamilies()
  .flatMap(({ functions }) => Object.entries(functions))
  .map(([name, vectors]): [name: string, vectors: Example[]] => [
    name,
    vectors.filter(({ at }) => at === undefined).flatMap((vector) => withCell(vector) ?? []),
  ])
  .filter(([, vectors]) => vectors.length > 0);

const someOf = <T>(values: readonly T[]) => fc.constantFrom(...values);

const choicesOf = (vectors: readonly Example[]): fc.Arbitrary<Choice> =>
  fc.record({
    vector: someOf(vectors),
    isSpilled: fc.boolean(),
    reader: readersOf(READ, READERS),
    last: readersOf(READ_LAST, LAST),
    ours: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    change: someOf([1, -2, 0.5, 1000, -1]),
    unkept: fc.subarray([VECTOR, READER, LATEST, "BP8", "BP9"]),
    areOld: fc.boolean(),
    standAlone: fc.boolean(),
    isReversed: fc.boolean(),
  });

/** Values that calculations have left in the cells of the formulas, by address. */
type Results = ReadonlyMap<string, FormulaOutcome>;

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 2, 14, 12);

class Workbook {
  private readonly ours: ReadonlySet<string>;
  private readonly texts: ReadonlyMap<string, string>;

  constructor(private readonly choice: Choice) {
    const { vector, ours, reader, last } = choice;
    const cells = vector.literal === undefined ? constantsIn(vector.formula) : [placeOf(LITERAL)];
    this.ours = new Set(ours.map((at) => cells[at % cells.length]!));
    this.texts = new Map([[VECTOR, vector.formula], [READER, reader], [LATEST, last], ...Object.entries(POINTERS)]);
  }

  /** All formulas, as if nothing had been calculated before. */
  async everything(isNew: boolean): Promise<Results> {
    return this.calculate(this.sheets(true, undefined), isNew, {});
  }

  async afterwards(kept: Results): Promise<Results> {
    const { areOld, standAlone } = this.choice;
    return this.calculate(this.sheets(false, kept), true, { kept: { areOld, standAlone } });
  }

  private async calculate(sheets: readonly BookSheet[], isNew: boolean, options: BookOptions): Promise<Results> {
    const answer = declare("OURS", "place:string", ([place]) => this.answer(place as string, isNew));
    const now = () => NOON + (isNew ? DAY : 0);
    const outcomes = await calculateBook(sheets, [answer], { ...options, now });
    return new Map(outcomes.map((outcome) => [placeOf(outcome.cell), outcome]));
  }

  private answer(place: string, isNew: boolean): Value {
    const value = constants.get(place) ?? this.choice.vector.literal ?? null;
    if (!isNew || isCellError(value)) return value;
    if (typeof value === "number") return value + this.choice.change;
    return typeof value === "boolean" ? !value : `${value}x`;
  }

  private sheets(isAll: boolean, kept: Results | undefined): BookSheet[] {
    const literal = { ...LITERAL, value: this.choice.vector.literal ?? null };
    const cells = [...fixtureCells(), literal].map((cell: Cell): Cell => {
      if (cell.formula) return { ...cell, formula: { ...cell.formula, mayReadOthers: isAll } };
      if (!this.ours.has(placeOf(cell))) return cell;
      const text = `INSIGHTS.OURS("${placeOf(cell)}")`;
      return { ...cell, formula: { text, fill: "one", rows: 1, columns: 1 } };
    });
    const formulas = [...this.texts.keys()].flatMap((address) => this.cellsOf(address, isAll, kept));
    const all = [...cells, { ...parsePosition("BP7")!, value: 3 }, ...formulas];
    return [sheetOf("Plan", this.choice.isReversed ? all.reverse() : all), otherSheet()];
  }

  /** The cell of a formula, and those that it filled before. */
  private cellsOf(address: string, isAll: boolean, kept: Results | undefined): Cell[] {
    const { row, column } = parsePosition(address)!;
    const former = kept?.get(placeOf({ row, column }));
    const rows = former?.problem === undefined && former?.rows.length ? former.rows : [[0]];
    return rows.flatMap((line, down) =>
      line.map((value, right): Cell => {
        const cell = { row: row + down, column: column + right, value: this.keptValue(address, value) };
        return down + right > 0 ? cell : { ...cell, formula: this.formulaOf(address, isAll, rows) };
      }),
    );
  }

  private keptValue(address: string, value: Value): Value {
    const { unkept, areOld } = this.choice;
    return unkept.includes(address) ? null : areOld ? 777 : value;
  }

  private formulaOf(address: string, isAll: boolean, kept: readonly (readonly Value[])[]): BookFormula {
    const { vector, isSpilled } = this.choice;
    const text = this.texts.get(address)!;
    const rest = { text, mayReadOthers: isAll };
    if (address === VECTOR && vector.array !== undefined) {
      const [rows = 1, columns = 1] = vector.array.split("x").map(Number);
      return { ...rest, fill: "array", rows, columns };
    }
    if (address === VECTOR && !isSpilled) return { ...rest, fill: "one", rows: 1, columns: 1 };
    return { ...rest, fill: "spill", rows: kept.length, columns: kept[0]!.length };
  }

  /** What a formula shows after a calculation: rows of values, or why they are not right. */
  shown(address: string, results: Results): unknown {
    const outcome = results.get(placeOf(parsePosition(address)!));
    if (!outcome) return "not calculated";
    if (outcome.problem !== undefined) return outcome.problem;
    if (outcome.mixedFrom) return "mixed";
    return outcome.rows.map((line) => line.map((value) => (isCellError(value) ? value.code : value)));
  }

  /** True if the values stand alone, and the file's value is unfit. */
  mustCalculate(address: string): boolean {
    const { standAlone, areOld, unkept } = this.choice;
    return standAlone && (areOld || unkept.includes(address));
  }

  addresses(): string[] {
    return [...this.texts.keys()];
  }
}

async function expectRightOrNamed(choice: Choice): Promise<void> {
  const book = new Workbook(choice);
  const former = await book.everything(false);
  const wanted = await book.everything(true);
  const found = await book.afterwards(former);
  for (const address of book.addresses()) {
    // A formula that does not depend on the calls keeps its value.
    const isKept = !book.mustCalculate(address) && book.shown(address, found) === "not calculated";
    expect([address, book.shown(address, isKept ? former : found)]).toEqual([address, book.shown(address, wanted)]);
  }
}

test.each(FUNCTIONS.map(([name, vectors], at) => ({ name, vectors, at })))(
  "The last formula after a call is right or named behind $name",
  async ({ vectors, at }) => {
    const { seed } = readPropertyOptions(process.env);
    await fc.assert(fc.asyncProperty(choicesOf(vectors), expectRightOrNamed), { numRuns: runs(2), seed: seed + at });
  },
);
