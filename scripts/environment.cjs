// What a build for an environment of the add-in is told.
const { environmentOf } = require("../src/headless/cli/command/environments.cjs");

/** @typedef {import("../src/headless/cli/command/environments.cjs").Environment} Environment */

/**
 * What src/numbers/language/environment.ts and src/reporting/saved/artifacts.ts read, as webpack and esbuild take it.
 * @param {Environment} environment
 */
function constantsOf({ id, namespace }) {
  return { BUILD_NAMESPACE: JSON.stringify(namespace), BUILD_ADDIN_ID: JSON.stringify(id) };
}

/**
 * Text for people with the environment's functions and name: `=INSIGHTSTEST.PNL()`, "Insights (test)".
 * @param {string} text
 * @param {Environment} environment
 */
function labelled(text, { name, namespace }) {
  const functions = withNamespace(text, { namespace });
  return name === "" ? functions : functions.replace(/\b(?:Scenario )?Insights\b/g, `$& (${name})`);
}

/**
 * @param {string} text
 * @param {Pick<Environment, "namespace">} environment
 */
function withNamespace(text, { namespace }) {
  return text.replace(/\bINSIGHTS\b/g, namespace);
}

module.exports = { constantsOf, environmentOf, labelled, withNamespace };
