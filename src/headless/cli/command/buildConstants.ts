/**
 * Takes the place of the constants that other builds fix (src/numbers/language/environment.ts, src/reporting/saved/artifacts.ts): one build of the
 * command line serves every environment of the add-in. It is chosen when the process starts, by `--environment`,
 * INSIGHTS_ENVIRONMENT, or as built. The bundler puts this file before all that reads the constants, so it imports none of it.
 */
import { parseArgs } from "node:util";
import { environmentOf } from "./environments.cjs";

/** The environment that the build was for, "" for production. */
declare const BUILD_ENVIRONMENT: string;

export const { namespace: BUILD_NAMESPACE, id: BUILD_ADDIN_ID } = chosenEnvironment();

/** A name that no environment can have is refused later, where the arguments are parsed: an error could not be printed yet. */
function chosenEnvironment() {
  const options = { environment: { type: "string" } } as const;
  const { environment } = parseArgs({ args: process.argv.slice(2), strict: false, options }).values;
  const given = typeof environment === "string" ? environment : process.env.INSIGHTS_ENVIRONMENT?.trim();
  try {
    return environmentOf(given || BUILD_ENVIRONMENT);
  } catch {
    return environmentOf(BUILD_ENVIRONMENT);
  }
}
