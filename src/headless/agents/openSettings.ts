/** The settings that a formula leaves to its workbook, where its number may be another one. */
import type { FunctionCall } from "../../numbers/language/callKey";
import { knownNumber, type NumberSource } from "../../numbers/analysis/numberSource";
import { settingText, type SettingGroup } from "../../reporting/saved/settingWords";
import type { Settings } from "../../numbers/functions/host";
import { figureKey } from "../../numbers/language/figure";
import { shiftMonth } from "../../numbers/language/months";
import type { AgentTurn } from "./agentSession";

/**
 * Returns a sentence that names the settings, as they are here; {} if the formula is the same number in any workbook. The functions
 * decide: a setting is open if they read something else from the call under another one. Sends nothing.
 */
export async function openSettings(
  call: FunctionCall,
  { settings, context }: Pick<AgentTurn, "settings" | "context">,
): Promise<{ settings?: string }> {
  const here = await readUnder(settings, call, context.source);
  const isOpen = await Promise.all(
    GROUPS.map(async (group) => {
      const others = { ...settings, ...OTHERS[group](settings) };
      return (await readUnder(others, call, context.source)) !== here;
    }),
  );
  const open = GROUPS.filter((_, at) => isOpen[at]);
  if (open.length === 0) return {};
  const words = open.map((group) => settingText(group, settings)).join("; ");
  return {
    settings: `In a workbook the formula reads the workbook's settings, which may be others than here: ${words}.`,
  };
}

/** Settings of another workbook. */
const OTHERS: Readonly<Record<SettingGroup, (settings: Settings) => Settings>> = {
  plan: () => ({ plan: "\u0000" }),
  scenarios: () => ({ scenarios: ["\u0000"] }),
  // Its years, halves and quarters all differ.
  fiscalYear: ({ fiscalMonth = 1 }) => ({ fiscalMonth: (fiscalMonth % 12) + 1 }),
  currency: ({ currency }) => ({ currency: currency === "XTS" ? "XXX" : "XTS" }),
  currentMonth: ({ currentMonth = "2000-01" }) => ({ currentMonth: shiftMonth(currentMonth, 1) }),
};
const GROUPS = Object.keys(OTHERS) as SettingGroup[];

/** Returns equal texts if the functions read the same from the call: its figure, or without one its result from memory. */
async function readUnder(settings: Settings, { id, args }: FunctionCall, source: NumberSource): Promise<string> {
  const { invoke, generation } = source;
  const under: NumberSource = { invoke: (call, given) => invoke(call, { ...given, settings }), generation };
  const { figure, ...result } = await knownNumber(under, { id, args });
  return figure ? figureKey(figure) : JSON.stringify(result);
}
