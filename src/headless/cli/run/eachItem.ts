/** Finds the items of `--each`, such as all plans. The run writes one file for each item. */
import { readFileSync } from "node:fs";
import { nameOrId, plansNamed } from "../../../numbers/language/nameTexts";
import type { AnswerSource, Plan } from "../../../insights";
import type { Workbook } from "../../../spreadsheet/xlsx/workbook";
import { equalsSign, inputText, parseTarget, type CellSetting, type CellTarget } from "../book/cellSettings";
import { createFailure, wrongUsage } from "../../standalone/failure";
import { reasonOf } from "../book/fileReasons";
import { savedSettingsOf } from "../../standalone/savedParts";
import { inputsOf } from "../book/templateInputs";
import type { Template } from "../../../spreadsheet/documents/template";
import { settingsFor } from "../book/workbookSettings";

export interface EachItem {
  /** The input cells that get the item. */
  readonly target: CellTarget;
  /** A list of items, or what the service lists. */
  readonly items: "plan" | "scenario" | readonly string[];
}

const DEFAULT_TARGETS = { plan: "Plan", scenario: "Scenario" } as const;

/** Parses `plan`, `scenario`, `INPUT=plan`, `INPUT=A,B` or `INPUT=@FILE`. Throws an error of usage. */
export function parseEach(written: string): EachItem {
  const at = equalsSign(written);
  const what = written.slice(at + 1).trim();
  const isKind = what === "plan" || what === "scenario";
  if (at < 0 && !isKind)
    throw wrongUsage('--each needs plan, scenario or INPUT=LIST, such as "P&L!Plan=FY26 Europe,FY26 Asia".');
  const target = parseTarget(at < 0 && isKind ? DEFAULT_TARGETS[what] : written.slice(0, at), "--each");
  return { target, items: isKind ? what : listOf(what) };
}

/** A list in a file has one item a line, so items may contain commas. */
function listOf(what: string): string[] {
  const texts = what.startsWith("@") ? linesOf(what.slice(1)) : what.split(",");
  const items = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
  if (items.length === 0) throw wrongUsage("--each has an empty list.");
  return items;
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8")
      .replace(/^\ufeff/, "")
      .split(/\r?\n/);
  } catch (error) {
    throw wrongUsage(`The list ${path} cannot be read: ${reasonOf(error)}`);
  }
}

/**
 * Returns the items for a workbook. Plans and scenarios are named; of equal names, each is its id. Rejects with an error of usage
 * if the scenarios' plan is unknown, or if the service fails.
 * @param planIn Reads the file, which may name the plan; else returns the default.
 */
export async function itemsFor(
  { items }: EachItem,
  source: AnswerSource,
  inputs: readonly CellSetting[],
  planIn: () => Promise<string | undefined>,
): Promise<readonly string[]> {
  if (items !== "plan" && items !== "scenario") return items;
  const plans = await source.plans();
  const listed = items === "plan" ? plans : onlyPlan(plans, await planOf(inputs, planIn)).scenarios;
  if (listed.length === 0) throw createFailure("usage", `--each ${items}: the service lists none.`);
  return listed.map((each) => nameOrId(each, listed).trim());
}

/** The workbook's input, or else its own setting, or else the default. */
export async function planOfBook(workbook: Workbook, defaultPlan: string | undefined): Promise<string | undefined> {
  const target = { written: DEFAULT_TARGETS.plan, name: DEFAULT_TARGETS.plan };
  const { current } = await savedSettingsOf(workbook);
  return inputText(workbook, target) ?? settingsFor(current, { plan: defaultPlan }).plan;
}

/** The template's input, or else the default. */
export function planOfTemplate(template: Template, defaultPlan: string | undefined): string | undefined {
  const plan = inputsOf(template, []).get(DEFAULT_TARGETS.plan.toLowerCase());
  return plan?.isUnclear ? undefined : plan?.value || defaultPlan;
}

/** The plan that is set, or else the file's. */
async function planOf(inputs: readonly CellSetting[], planIn: () => Promise<string | undefined>): Promise<string> {
  const set = inputs.find(({ name }) => name.toLowerCase() === DEFAULT_TARGETS.plan.toLowerCase())?.text;
  const plan = set || (await planIn());
  if (plan) return plan;
  throw createFailure("usage", '--each scenario needs one plan: set it with --set "Plan=NAME" or INSIGHTS_PLAN.');
}

function onlyPlan(plans: readonly Plan[], wanted: string): Plan {
  const named = plansNamed(plans, wanted);
  const [found, other] = named;
  if (found && !other) return found;
  throw createFailure(
    "usage",
    `--each scenario: ${named.length === 0 ? "there is no plan" : "several plans are named"} ${wanted}.`,
  );
}
