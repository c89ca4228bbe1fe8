import { type Theme, webDarkTheme, webLightTheme } from "@fluentui/react-components";
import { useSyncExternalStore } from "react";

const DARK = "(prefers-color-scheme: dark)";

/** Returns the Fluent theme that fits Office's. Desktop hosts expose the pane's background; browsers only the user's preference. */
export function useTheme(): Theme {
  return useSyncExternalStore(onPreferenceChange, isDark) ? webDarkTheme : webLightTheme;
}

function onPreferenceChange(listener: () => void): () => void {
  const preference = matchMedia(DARK);
  preference.addEventListener("change", listener);
  return () => preference.removeEventListener("change", listener);
}

function isDark(): boolean {
  // Declared as always there, but Excel on the web has none.
  const office = Office.context.officeTheme as Office.OfficeTheme | undefined;
  return office ? isDarkColour(office.bodyBackgroundColor) : matchMedia(DARK).matches;
}

/** True if white text reads better than black on a colour such as #1f1f1f. */
function isDarkColour(colour: string): boolean {
  const [red = 255, green = 255, blue = 255] = (colour.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => parseInt(pair, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}
