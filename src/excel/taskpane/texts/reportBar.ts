/** The bar that changes the inputs of all reports. */
import type { BarState } from "../../actions/reportBar/barState";
import { formatCount } from "./numbers";

type Effect = NonNullable<BarState["effect"]>;

export const reportBarTexts = {
  title: "All reports at once",
  rows: {
    plan: "Plan",
    scenario: "Scenario",
    base: "Compared with",
    period: "Period",
    year: "Year",
    through: "Actuals through",
    basis: "Basis",
    currency: "Currency",
    scale: "Scale",
  },
  more: { plan: "Another plan", period: "Another period" } as Readonly<Partial<Record<string, string>>>,
  choose: "Choose…",
  follows: (linked: readonly string[]) =>
    `Changes here apply to ${formatCount(linked.length, "report", "reports")}: ${linked.join(" · ")}`,
  keepsOwn: (sheet: string) => `“${sheet}” is excluded.`,
  copies: (sheets: readonly string[]) =>
    `Changes here do not reach ${sheets.map((sheet) => `“${sheet}”`).join(", ")}, copied by ${sheets.length === 1 ? "its tab" : "their tabs"}: use Duplicate below instead.`,
  link: "Include",
  unlink: "Exclude",
  detail: (kind: string) => `${kind}, excluded`,
  differ: (texts: readonly { readonly name: string; readonly reports: number }[]) =>
    `They differ: ${texts.map(({ name, reports }) => `${name === "" ? "blank" : name} in ${reports}`).join(", ")}.`,
  edited: (sheet: string, inputs: readonly string[]) =>
    `You have changed ${inputs.join(", ")} in “${sheet}”. The others still have what they had.`,
  input: (label: string, text: string) => `${label} to ${text === "" ? "blank" : `“${text}”`}`,
  ebit: (unit: string) => ["EBIT of each scenario", unit].filter(Boolean).join(" · "),
  notKnown: "not loaded",
  difference: (text: string) => `${text} against the compared one`,
  others: "Show the others · asks the service",
  asking: "Asking the service…",
  ask: (text: string, plan: string) => `“${text}” is not in ${plan}. What stands in for it?`,
  none: "None",
  unknownPlan: (plans: readonly string[]) =>
    `${plans.map((plan) => (plan === "" ? "A report without a plan" : `“${plan}”`)).join(", ")}: this plan is not listed, so its scenarios cannot be checked. Connect, or choose a plan that is listed.`,
  effect: ({ reports, tables }: Effect, all: number, unlinked: number) => {
    const own = tables === undefined || tables === 0 ? "" : `, ${formatCount(tables, "own table", "own tables")}`;
    const kept = unlinked === 0 ? "" : `; ${unlinked} ${unlinked === 1 ? "is" : "are"} excluded`;
    return `Changes ${reports.length} of ${formatCount(all, "report", "reports")}${own}${kept}.`;
  },
  counting: "Looking for own tables that read these inputs…",
  changed: (sheet: string, labels: readonly string[]) => `${sheet}: ${labels.join(", ")}`,
  formulas: (inputs: Effect["formulas"]) =>
    `A formula fills these inputs, so they stay: ${inputs.map(({ sheet, label }) => `${label} in “${sheet}”`).join(", ")}.`,
  apply: (reports: number) => `Change ${formatCount(reports, "report", "reports")}`,
  drop: "Cancel",
  onlyHere: "Only there",
  back: "Undo",
  backTo: (labels: readonly string[]) => `Undo: ${labels.join(", ")}`,
  done: (reports: number, isOneStep: boolean) =>
    `${formatCount(reports, "report has", "reports have")} the new inputs. Undo restores what stood there.${isOneStep ? "" : " Excel's own Undo may take back only a part of it."}`,
  restored: (reports: number, removed: readonly string[]) =>
    `${formatCount(reports, "report has", "reports have")} the former inputs again.${removed.length > 0 ? ` No longer there: ${removed.join(", ")}.` : ""}`,
} as const;
