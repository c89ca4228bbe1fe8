/** Every text of the pane, ready to be translated. Messages of failures come from the client and the actions. */
import { activityTexts } from "./activity";
import { briefingTexts } from "./briefing";
import { formulaTexts } from "./formula";
import { formattingTexts } from "./formatting";
import { frameTexts } from "./frame";
import { plansTexts } from "./plans";
import { reportsTexts } from "./reports";
import { settingsTexts } from "./settings";

export const texts = {
  ...frameTexts,
  ...plansTexts,
  briefing: briefingTexts,
  formatting: formattingTexts,
  formula: formulaTexts,
  reports: reportsTexts,
  activity: activityTexts,
  settings: settingsTexts,
} as const;
