/** The figures as one table, for a terminal. */
import Table from "cli-table3";
import { isMet, type Figure } from "./figures";

export function tableOf(figures: readonly Figure[]): string {
  const table = new Table({
    head: ["", "What", "Ours", "Others", "Ratio", "Goal", ""],
    style: { head: [], border: [] },
  });
  for (const figure of figures) {
    const [ours, ...others] = Object.entries(figure.values).map(([name, value]) => ({ name, value }));
    const met = isMet(figure);
    table.push([
      figure.group,
      [figure.size?.toLocaleString("en"), figure.what, figure.note && `(${figure.note})`].filter(Boolean).join(" "),
      ours ? withUnit(ours.value, figure) : "",
      others.map(({ name, value }) => `${name} ${withUnit(value, figure)}`).join("\n"),
      figure.ratio ? `${rounded(figure.ratio.is)} × ${figure.ratio.to}` : "",
      figure.goal === undefined ? "" : `≤ ${figure.goal}`,
      met === undefined ? "" : met ? "met" : "MISSED",
    ]);
  }
  return table.toString();
}

function withUnit(value: number, { unit }: Figure): string {
  return `${rounded(value)} ${unit}`;
}

function rounded(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: value < 100 ? 2 : 4 });
}
