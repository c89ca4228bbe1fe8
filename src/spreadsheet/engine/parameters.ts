/**
 * The parameters of functions. A row of the table says of which kind each parameter is; conversion, lifting over arrays, errors,
 * omitted arguments and implicit intersection follow from the kinds, so no function does them itself.
 */
import type { Evaluation } from "./evaluation";
import type { Lambda, Matrix, Operand, ReferenceOperand } from "./operand";
import type { Scalar, Value } from "./values";

/** Calculates an argument when the function needs it. */
export type Lazy = () => Operand;

/** The kinds of parameters, and what functions get for each. */
interface Kinds {
  /** One value, converted to a number. An array is lifted. */
  number: number;
  /** A date: a number of the date system of 1900, also in workbooks of 1904; or a text of a date. */
  date: number;
  /** A number, but no logical value, as the former Analysis ToolPak wants it. */
  strict: number;
  /** A date, but no logical value. */
  strictDate: number;
  /** How the days of a year are counted: 0 to 4. What is wrong with it comes before all else. */
  basis: number;
  /** A text or number, but no logical value. */
  digits: string;
  text: string;
  logical: boolean;
  /** One value as it is. */
  any: Scalar | null;
  /** One value as it is, also an error. */
  raw: Value;
  /** All numbers of all arguments from here on, in one list. Texts and logical values count only as written arguments. */
  numbers: number[];
  matrix: Matrix;
  reference: ReferenceOperand;
  /** Anything as it is. */
  operand: Operand;
  /** Anything as it is, calculated as an array. */
  list: Operand;
  lazy: Lazy;
  lambda: Lambda;
}

export type Kind = keyof Kinds;

type TypeOf<Part extends string> = Part extends `${infer Name}??`
  ? TypeOf<Name> | undefined
  : Part extends `${infer Name}?`
    ? TypeOf<Name> | undefined
    : Part extends Kind
      ? Kinds[Part]
      : never;

type Fixed<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? [...Fixed<First>, ...Fixed<Rest>]
  : Text extends ""
    ? []
    : [TypeOf<Text>];

/** The arguments of a function with this signature. */
type Args<Signature extends string> = Signature extends `${infer Before}numbers*`
  ? [...Fixed<Before>, number[]]
  : Signature extends `${infer Before}(${infer Group})*${"" | "?"}`
    ? [...Fixed<Before>, ...Fixed<Group>[number][]]
    : Signature extends `${infer Before}*${"" | "?"}`
      ? Repeated<Before>
      : Fixed<Signature>;

type Repeated<Text extends string> = Fixed<Text> extends [...infer Before, infer Last] ? [...Before, ...Last[]] : never;

/** What a call gets from its row: a wrong result is an error of the cell, a thrown doubt names the formula. */
export type Work = (this: Evaluation, ...args: never[]) => Operand;

/**
 * `volatile`: the result changes at each calculation. `refers`: the function makes references. `resizes`: it reads a range as
 * large as its first argument, from the first cell of its third. `date`: the result is a date. `complete`: an array that is left
 * out is #VALUE!; of other functions it is not known what Excel returns then.
 */
export type Flag = "volatile" | "refers" | "resizes" | "date" | "complete";

export interface FunctionRow {
  readonly signature: Signature;
  readonly run: Work;
  readonly flags: ReadonlySet<Flag>;
}

export interface RowParameter {
  readonly kind: Kind;
  readonly isOptional: boolean;
  /** True if `f(1,,2)` omits it as `f(1)` does. Otherwise the gap is 0, "" or FALSE. */
  readonly isOmittedByGap: boolean;
}

export interface Signature {
  readonly parameters: readonly RowParameter[];
  /** How many of the last parameters repeat. */
  readonly repeated: number;
  readonly least: number;
  readonly most: number;
}

/** Functions by name, in capitals. */
export type Table = Readonly<Record<string, FunctionRow>>;

/**
 * Creates a row of the table.
 * @param signature Kinds, as in "number number?? (reference raw)*". `?`: may be left out. `??`: a gap leaves it out too. `*`:
 * repeats, at least once; `*?` also never.
 */
export function row<const Text extends string>(
  signature: Text,
  run: (this: Evaluation, ...args: Args<Text>) => Operand,
  ...flags: Flag[]
): FunctionRow {
  return { signature: signatureOf(signature), run: run as Work, flags: new Set(flags) };
}

function signatureOf(text: string): Signature {
  const group = /\(([^)]*)\)\*(\?)?$/.exec(text);
  const last = /(\S+)\*(\?)?$/.exec(text);
  const repeated = group ?? last;
  const parse = (part: string) => part.split(" ").filter(Boolean).map(parameterOf);
  const fixed = parse(text.slice(0, repeated?.index ?? text.length));
  const repeating = parse(repeated?.[1] ?? "");
  const needed = (parameters: readonly RowParameter[]) => parameters.filter(({ isOptional }) => !isOptional).length;
  return {
    parameters: [...fixed, ...repeating],
    repeated: repeating.length,
    least: needed(fixed) + (repeated?.[2] ? 0 : needed(repeating)),
    most: repeating.length > 0 ? 255 : fixed.length,
  };
}

function parameterOf(text: string): RowParameter {
  const kind = text.replace(/\?+$/, "") as Kind;
  return { kind, isOptional: text.endsWith("?"), isOmittedByGap: text.endsWith("??") };
}

const NO_PARAMETER: RowParameter = { kind: "operand", isOptional: true, isOmittedByGap: true };

export function parameterAt({ parameters, repeated }: Signature, position: number): RowParameter {
  const { length } = parameters;
  const at = position < length ? position : length - repeated + ((position - length) % repeated);
  return parameters[at] ?? NO_PARAMETER;
}

const LIFTED: ReadonlySet<Kind> = new Set<Kind>([
  "number",
  "date",
  "strict",
  "strictDate",
  "basis",
  "digits",
  "text",
  "logical",
  "any",
  "raw",
]);

/** True for a parameter of one value: the function is called for each value of an array. */
export function isLifted(kind: Kind): boolean {
  return LIFTED.has(kind);
}

const OF_TOOL_PAK: ReadonlySet<Kind> = new Set<Kind>(["strict", "strictDate", "basis", "digits"]);

/** True for a parameter of the former Analysis ToolPak: it takes one cell or an array, but no range of several cells. */
export function wantsNoRange(kind: Kind): boolean {
  return OF_TOOL_PAK.has(kind);
}

/** True for an argument that is an array where the formula elsewhere takes one cell in line. */
export function isArrayKind(kind: Kind): boolean {
  return kind === "matrix" || kind === "list" || kind === "lambda";
}
