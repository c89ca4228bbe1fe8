/** Formulas that read an area, by every kind of reference and in every kind of way. */
import fc from "fast-check";

/** An area: its text, and where it stands for those who count. */
export interface Target {
  readonly text: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

type Wrap = (text: string, target: Target) => string;

/** References to the target that its text does not show, or shows in another form. `BP8` is 1, and `BP9` as well, by TODAY. */
const FORMS: readonly Wrap[] = [
  (text) => text,
  (text) => `Plan!${text}`,
  (text) => `INDIRECT("${text}")`,
  (text) => `INDIRECT("Plan!"&"${text}")`,
  (_, { row, column, rows, columns }) =>
    `INDIRECT("R${row}C${column}:R${row + rows - 1}C${column + columns - 1}",FALSE)`,
  (_, { row, column, rows, columns }) => `OFFSET($A$1,${row - 1},${column - 1},${rows},${columns})`,
  (_, { row, column, rows, columns }) => `OFFSET(A1,${row}*BP9-BP8,${column - 1},${rows},${columns})`,
  (_, { row, column, rows, columns }) =>
    `INDEX($1:$200,${row},${column}):INDEX($1:$200,${row + rows - 1},${column + columns - 1}*BP9)`,
  (_, { row, column, rows, columns }) =>
    `INDIRECT(ADDRESS(${row},${column})&":"&ADDRESS(${row + rows - 1},${column + columns - 1}))`,
];

/** References that come out as the one that goes in. */
const PASSED: readonly Wrap[] = [
  (text) => text,
  (text) => `(${text})`,
  (text) => `IF(BP8=1,${text},A1)`,
  (text) => `CHOOSE(1+BP9,A1,${text})`,
  (text) => `IFS(FALSE,A1,TRUE,${text})`,
  (text) => `SWITCH(BP8,1,${text},A1)`,
  (text) => `LET(from,${text},from)`,
  (text) => `LAMBDA(from,from)(${text})`,
  (text) => `OFFSET(${text},0,0)`,
  (text) => `INDEX(${text},0,0)`,
  (text) => `(${text} $A$1:$CZ$400)`,
  (text) => `(${text},${text})`,
];

/** What a formula does with a reference. */
const USES: readonly ((reference: string) => string)[] = [
  (reference) => reference,
  (reference) => `INDEX(${reference},1)`,
  (reference) => `SINGLE(INDEX(${reference},1,1))`,
  (reference) => `IFERROR(${reference}&"","error")`,
  (reference) => `IF(ISERROR(INDEX(${reference},1,1)),1,2)`,
  (reference) => `COUNTA(${reference})`,
  (reference) => `SUMPRODUCT(N(ISTEXT(${reference})))`,
  (reference) => `COUNTIF(${reference},"<>x")`,
  (reference) => `IFNA(MATCH(BP7,${reference},0),"none")`,
  (reference) => `IFNA(VLOOKUP(BP7,${reference},1,FALSE),"none")`,
  (reference) => `SUMIF(A101:A104,"<>x",${reference})`,
  (reference) => `IFERROR(AVERAGEIF($A$101:$A$104,"",${reference}),"none")`,
  (reference) => `XLOOKUP(TRUE,ISERROR(Z101:Z104),Z101:Z104,${reference})`,
  (reference) => `MAP(${reference},LAMBDA(each,IFERROR(each,0)))`,
  (reference) => `TEXTJOIN("|",FALSE,IFERROR(VSTACK(${reference},1),"error"))`,
  (reference) => `IFERROR(AGGREGATE(9,6,${reference}),0)`,
  (reference) => `FREQUENCY(${reference},{0;10;100})`,
  (reference) => `ROWS(${reference})+COUNT(${reference})`,
  (reference) => `TODAY()-TODAY()+COUNTA(${reference})`,
  (reference) => `SUM(${reference})`,
];

/** Formulas that read one of the areas. Two of the kinds stand in each other, so that a reference is made from a made one. */
export function readersOf(targets: readonly Target[], more: readonly string[]): fc.Arbitrary<string> {
  const written = fc
    .tuple(fc.constantFrom(...targets), fc.constantFrom(...FORMS), fc.constantFrom(...PASSED), fc.constantFrom(...USES))
    .map(([target, form, pass, use]) => use(pass(form(target.text, target), target)));
  return fc.oneof({ weight: 4, arbitrary: written }, { weight: 1, arbitrary: fc.constantFrom(...more) });
}
