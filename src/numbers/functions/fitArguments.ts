/**
 * Calls of another release. Excel keeps the functions' metadata for a day, so after an update it may pass fewer or more arguments than
 * this code takes (oj#2777). Functions read arguments by their places, and the invocation behind them.
 */
import { InsightsError } from "../../insights";
import { argumentNames } from "../language/signatures";
import { toHostError } from "./cell";

/**
 * Returns as many arguments as the function takes, then the invocation. Missing ones are left out.
 * @param values Normalised arguments, null for blanks, and the invocation.
 * @throws Excel's error if a further argument has a value: without it the function would return another number.
 */
export function fitArguments(id: string, values: readonly unknown[]): unknown[] {
  const [args, invocation] = [values.slice(0, -1), values.at(-1)];
  const { length } = argumentNames(id) ?? args;
  if (args.slice(length).some((value) => value !== null))
    throw toHostError(
      new InsightsError(
        "argument",
        `${id} takes fewer arguments here than in Excel. Reload the add-in: close the workbook and open it again.`,
      ),
    );
  return [...Array.from({ length }, (_, at) => args[at] ?? null), invocation];
}
