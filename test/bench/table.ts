/** The figures as one table, for a terminal. */
import Table from "cli-table3";
import { isMet, type Figure } from "./figures";

export const HEADINGS = ["", "What", "Ours", "Others", "Ratio", "Goal", "Met"];

export function tableOf(figures: readonly Figure[]): string {
  const table = new Table({ head: HEADINGS, style: { head: [], border: [] } });
  table.push(...figures.map(figureRow));
  return table.toString();
}

/** A cell for each heading. */
export function figureRow(figure: Figure): string[] {
  const [ours, ...others] = Object.entries(figure.values).map(([name, value]) => ({ name, value }));
  const met = isMet(figure);
  return [
    figure.group,
    [figure.size?.toLocaleString("en"), figure.what, figure.note && `(${figure.note})`].filter(Boolean).join(" "),
    ours ? withUnit(ours.value, figure) : "",
    others.map(({ name, value }) => `${name} ${withUnit(value, figure)}`).join("\n"),
    figure.ratio ? `${rounded(figure.ratio.is)} × ${figure.ratio.to}` : "",
    figure.goal === undefined ? "" : `≤ ${figure.goal}`,
    met === undefined ? "" : met ? "met" : "MISSED",
  ];
}

function withUnit(value: number, { unit }: Figure): string {
  return `${rounded(value)} ${unit}`;
}

function rounded(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: value < 100 ? 2 : 4 });
}
