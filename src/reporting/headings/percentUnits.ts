/** "%" in a row of units, such as "USD k | USD k | %": the unit of the columns whose other headings it says. Pure. */
import { findField } from "../../insights";
import type { Heading } from "./heading";
import type { HeadingMeaning } from "./headingMeaning";

/** Reads "%" below a variance, a share or a ratio. Below a variance that may be an amount it makes it a percentage. */
export function withPercentUnits(lines: readonly (readonly Heading[])[]): readonly (readonly Heading[])[] {
  const percents = lines.flatMap((line) => (isOfUnits(line) ? line.filter(isPercent) : []));
  if (percents.length === 0) return lines;
  const columns = new Map(percents.map(({ column }) => [column, ofColumn(lines.flat(), column)]));
  return lines.map((line) =>
    line.map((heading): Heading => {
      const { said, isAmount } = columns.get(heading.column) ?? {};
      if (percents.includes(heading)) return said ? { ...heading, meanings: isAmount ? [PERCENT] : [] } : heading;
      const own = heading.meanings?.filter(({ dimension }) => dimension !== "measure");
      return isAmount ? { ...heading, meanings: own } : heading;
    }),
  );
}

const PERCENT: HeadingMeaning = { dimension: "measure", value: "percent", isReadable: false };

/** Finds the meaning of a column's headings that "%" is the unit of. */
function ofColumn(headings: readonly Heading[], at: number) {
  const meanings = headings.flatMap((heading) => (heading.column === at ? (heading.meanings ?? []) : []));
  const said = meanings.find(
    ({ dimension, value }) => dimension === "measure" || (dimension === "field" && findField(value)?.unit === "ratio"),
  );
  return { said, isAmount: said?.dimension === "measure" && said.value === "amount" };
}

function isPercent({ text, meanings }: Heading): boolean {
  return text.trim() === "%" && !meanings;
}

function isOfUnits(line: readonly Heading[]): boolean {
  const others = line.filter((heading) => !isPercent(heading));
  const isUnit = ({ dimension }: HeadingMeaning) => dimension === "currency" || dimension === "scale";
  return others.length > 0 && others.every(({ meanings = [] }) => meanings.length > 0 && meanings.every(isUnit));
}
