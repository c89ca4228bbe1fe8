// Univer gathers the edits of 100 ms before it calculates. Tests await each edit, so most of the time of a workbook was this wait.
// Tests in a browser run with Univer as it is.
const SHORTER = 20;

module.exports = {
  process: (/** @type {string} */ source) => ({
    code: `const setTimeout = (task, delay) => globalThis.setTimeout(task, delay / ${SHORTER}); ${source}`,
  }),
};
