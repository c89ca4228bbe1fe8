// The metadata of the custom functions: read from their declarations, for the build and for the committed copy.
const { writeFileSync } = require("node:fs");
const { resolve } = require("node:path");
const { generateCustomFunctionsMetadata } = require("custom-functions-metadata");

/**
 * The text of functions.json for one file of declarations.
 * @param {string} declarations the file's path
 * @throws {Error} that lists every declaration that Excel would not accept
 */
async function metadata(declarations) {
  const { errors, metadataJson } = await generateCustomFunctionsMetadata(declarations);
  if (errors.length > 0) throw new Error(`${declarations}:\n${errors.join("\n")}`);
  if (metadataJson === "") throw new Error(`${declarations} declares no custom function.`);
  return `${metadataJson}\n`;
}

/**
 * The metadata as Excel of all versions reads it: builds of before 2026 know the members of an enum by `value`.
 * @param {string} json
 */
function withFormerNames(json) {
  /** @type {{ enums?: { values: { stringValue: string, value?: string }[] }[] }} */
  const content = JSON.parse(json);
  for (const { values } of content.enums ?? []) for (const member of values) member.value = member.stringValue;
  return JSON.stringify(content);
}

module.exports = { metadata, withFormerNames };

if (require.main === module) {
  const functions = resolve(__dirname, "../src/numbers/functions");
  void metadata(`${functions}/functions.ts`).then((text) => writeFileSync(`${functions}/functions.json`, text));
}
