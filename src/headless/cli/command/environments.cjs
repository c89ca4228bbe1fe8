// The environments of the add-in: production, and others such as test, which people can have beside it. Everything that Excel or a
// workbook knows an add-in by follows from its environment's name. Builds ask here too.
const { createHash } = require("node:crypto");

/** @typedef {{ name: string, id: string, namespace: string }} Environment `name` is "" for production. */

const PRODUCTION = { name: "", id: "7e80c593-3727-4732-952b-e0d11f12c00e", namespace: "INSIGHTS" };

/**
 * @param {string | undefined} name
 * @param {string} setting what gives the name
 * @returns {Environment}
 * @throws {Error} that says what the name lacks
 */
function environmentOf(name = "", setting = "ADDIN_ENVIRONMENT") {
  const lower = name.trim().toLowerCase();
  if (["", "production"].includes(lower)) return PRODUCTION;
  if (!/^[a-z][a-z0-9]{0,15}$/.test(lower))
    throw new Error(
      `${setting} must be up to 16 letters and digits, a letter first, such as test; it is "${name}". The functions' namespace ends with it: INSIGHTSTEST.`,
    );
  return { name: lower, id: idOf(lower), namespace: PRODUCTION.namespace + lower.toUpperCase() };
}

/**
 * The same id for the same name, always: a UUID of version 5, in the namespace of production's id (RFC 9562, §5.5).
 * @param {string} name
 */
function idOf(name) {
  const space = Buffer.from(PRODUCTION.id.replaceAll("-", ""), "hex");
  const bytes = createHash("sha1").update(space).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

module.exports = { environmentOf };
