/**
 * The environment that this code was built for. Test and production can be in one Excel, and in one workbook, side by side: each
 * has functions, saved parts and a stored connection of its own.
 */

/** The build sets it (scripts/environment.cjs). Code that runs without a build, such as the tests', is production's. */
declare const BUILD_NAMESPACE: string | undefined;

/** The namespace of the functions in formulas, capital letters and digits: "INSIGHTS", or "INSIGHTSTEST". */
export const NAMESPACE = typeof BUILD_NAMESPACE === "undefined" ? "INSIGHTS" : BUILD_NAMESPACE;

/** Returns the environment's name, such as "test": a namespace ends with it. */
export function environmentOfNamespace(namespace: string): string {
  return namespace.slice("INSIGHTS".length).toLowerCase() || "production";
}
