// Jest's transform of this project, which sees one file as a mutant changes it. No file is written.
const { resolve } = require("node:path");
const swc = require("@swc/jest");

const ROOT = resolve(__dirname, "../..");

/** @type {import("./sites.cjs").Mutant | undefined} */
const mutant = process.env.MUTANT ? JSON.parse(process.env.MUTANT) : undefined;
const path = mutant && resolve(ROOT, mutant.file);

/** @param {string} source @param {string} file */
function mutated(source, file) {
  if (!mutant || file !== path) return source;
  return source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end);
}

module.exports = {
  /** @param {object} options */
  createTransformer(options) {
    const transformer = swc.createTransformer?.(options);
    if (!transformer?.process || !transformer.getCacheKey)
      throw new Error("@swc/jest gives no key for its cache, so mutants would be taken for one another.");
    const { process: transform, getCacheKey } = transformer;
    return {
      /** @type {typeof transform} */
      process: (source, file, given) => transform(mutated(source, file), file, given),
      /** @type {typeof getCacheKey} */
      getCacheKey: (source, file, given) => getCacheKey(mutated(source, file), file, given),
    };
  },
};
