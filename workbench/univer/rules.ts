/** The formulas of conditional formats and of data validation. Univer registers them, and takes their results by cells. */
import type { ICellData, IRange } from "@univerjs/core";
import { CellRange, Matrix } from "../../src/spreadsheet/engine/operand";
import type { Recalculation } from "../../src/spreadsheet/engine/recalculation";
import type { Rule } from "../../src/spreadsheet/engine/rule";
import type { Value } from "../../src/spreadsheet/engine/values";
import { cellOfValue } from "./contents";
import type { ResolveFormula } from "./formulaNames";
import { areaOfRange } from "./range";

/** A formula as Univer registers it. */
export interface RegisteredFormula {
  /** The id of its sheet. */
  readonly sheet: string;
  readonly id: string;
  /** With "=". */
  readonly text: string;
  readonly ranges: readonly IRange[];
}

interface KnownRule extends RegisteredFormula {
  rule: Rule | undefined;
}

export class GridRules {
  private readonly known = new Map<string, KnownRule>();

  constructor(private readonly recalculation: Recalculation) {}

  set(given: RegisteredFormula, resolve: ResolveFormula): void {
    const known: KnownRule = { ...given, rule: this.known.get(given.id)?.rule };
    this.known.set(given.id, known);
    this.compile(known, resolve);
  }

  remove(id: string): void {
    const rule = this.known.get(id)?.rule;
    if (rule) this.recalculation.removeRule(rule);
    this.known.delete(id);
  }

  /** Univer wants a result again, also the same. */
  renew(id: string): void {
    const rule = this.known.get(id)?.rule;
    if (rule) this.recalculation.renewRule(rule);
  }

  /** Compiles the rules whose text may mean something else now. */
  compileChanged(hasChanged: (text: string) => boolean, resolve: ResolveFormula): void {
    for (const known of this.known.values()) if (hasChanged(known.text)) this.compile(known, resolve);
  }

  private compile(known: KnownRule, resolve: ResolveFormula): void {
    const { sheet: id, ranges, text } = known;
    const sheet = this.recalculation.sheetOf(id);
    const areas = ranges
      .map(areaOfRange)
      .map((each) => sheet && new CellRange(sheet, each.row, each.column, each.rows, each.columns));
    const [home] = areas;
    const source = home && resolve(text.replace(/^=/, ""), { sheet: id, row: home.row, column: home.column });
    known.rule = this.recalculation.setRule(
      known.rule,
      source?.text ?? "",
      areas.flatMap((area) => area ?? []),
    );
  }

  /** Returns results as Univer takes them: by workbook, sheet, formula, row and column. */
  resultsOf(rules: ReadonlySet<Rule>, unit: string): object {
    const sheets: Record<string, Record<string, RuleCells>> = {};
    for (const { id, sheet, rule } of this.known.values())
      if (rule && rules.has(rule)) (sheets[sheet] ??= {})[id] = cellsOf(rule);
    return { [unit]: sheets };
  }
}

/** Cells of each result, by the distance from the rule's first cell. */
type RuleCells = Record<number, Record<number, ICellData[][]>>;

function cellsOf({ results }: Rule): RuleCells {
  const cells: RuleCells = {};
  for (const { down, right, value } of results) {
    const lines = value instanceof Matrix ? value.lines() : [[value]];
    (cells[down] ??= {})[right] = lines.map((line) => line.map(cellOfResult));
  }
  return cells;
}

/** A list leaves out blank cells. */
function cellOfResult(value: Value): ICellData {
  return value === null ? { v: null } : cellOfValue(value);
}
