/** Random formulas of every kind that Excel writes, with what is to be found in them. */
import fc from "fast-check";

/** A formula's text, in pieces: what Excel owns, and the names of our functions with their brackets. */
export interface Written {
  text: string;
  /** Names of the calls in the order of their first letter. */
  names: string[];
}

const NAMES = ["PNL", "KPI", "DEMAND", "PLANS", "ASOF"];

/** Texts that look like calls, quotes or brackets and are none of them. */
const TRAPS = ["INSIGHTS.PNL(", "_xldudf_INSIGHTS_KPI(1)", 'say "no"', "a,b", "){", "'", "x.xla!", "[2]!", "Größe"];
const quoted = fc.constantFrom(...TRAPS).map((text) => `"${text.replaceAll('"', '""')}"`);
const sheets = fc
  .constantFrom("Plan", "INSIGHTS.PNL(1)", "Q1, 'net'", "a(b)", "INSIGHTS.KPI")
  .map((name) => `'${name.replaceAll("'", "''")}'!`);
const reference = fc
  .tuple(fc.oneof(fc.constant(""), sheets), fc.constantFrom("A1", "$B$2", "C3:D4", "A:A", "$1:$3"))
  .map(([sheet, cells]) => sheet + cells);
const leaf = fc
  .oneof(
    quoted,
    reference,
    fc.constantFrom("1", "2.5", "1E+20", "TRUE", "Sales[Net]", "Sales[[#This Row],[Net, all]]", "INSIGHTS.PNL"),
    fc.constantFrom("Scenario", "INSIGHTS", '{1,2;"INSIGHTS.PNL(",TRUE}', "#N/A", "{1,2}", "MYINSIGHTS.PNL(1,2)"),
  )
  .map((text): Written => ({ text, names: [] }));

const spaces = fc.constantFrom("", " ", "\n  ");
const callee = fc
  .tuple(
    fc.constantFrom("", "", "", "x.xla!", "[2]!", "'C:\\my path\\x.xla'!"),
    fc.constantFrom("INSIGHTS.", "_xldudf_INSIGHTS_", "insights.", "INSIGHTS_", "_xll.INSIGHTS.", "_xludf.INSIGHTS_"),
    fc.constantFrom(...NAMES),
  )
  .map(([file, namespace, name]): Written => ({ text: file + namespace + name, names: [name] }));
const excels = fc
  .constantFrom("SUM", "_xlfn.LET", "_xlfn._xlws.FILTER", "LAMBDA", "")
  .map((text): Written => ({ text, names: [] }));

export const formulas: fc.Arbitrary<Written> = fc.letrec<{ formula: Written }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.tuple(fc.oneof(callee, excels), fc.array(fc.tuple(spaces, tie("formula")), { maxLength: 4 })).map(called),
    fc.tuple(tie("formula"), fc.constantFrom("+", "*", "&", "<>", "^"), tie("formula")).map(joined),
  ),
})).formula;

function called([name, args]: [Written, [string, Written][]]): Written {
  const inside = args.map(([space, { text }]) => space + text).join(",");
  return { text: `${name.text}(${inside})`, names: [...name.names, ...args.flatMap(([, { names }]) => names)] };
}

function joined([left, operator, right]: [Written, string, Written]): Written {
  return { text: left.text + operator + right.text, names: [...left.names, ...right.names] };
}
