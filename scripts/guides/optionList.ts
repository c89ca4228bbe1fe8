/** The list of the options of `insights refresh` in docs/files.md, as the code has them. */
import { optionNames, OPTION_NAMES, OPTIONS } from "../../src/headless/cli/command/options";
import { withList } from "./skillLists";

/** Those of `insights refresh` alone. */
const REFRESH_OPTIONS = OPTION_NAMES.filter((name) => OPTIONS[name].help.every(([owner]) => owner === "refresh"));

/** Returns the page with its list made anew. Throws if it lacks the place. */
export function withOptions(page: string): string {
  const lines = REFRESH_OPTIONS.flatMap((name) => {
    const names = optionNames(name, OPTIONS[name]).replace(/[-\w]+/g, "`$&`");
    return OPTIONS[name].help.map(([, meaning]) => `- ${names}: ${meaning.replace(/[<>]/g, "\\$&")}`);
  });
  return withList(page, "options", lines);
}
