// The pane's colours for the help: those of its themes that a stylesheet uses.
const { webDarkTheme, webLightTheme } = require("@fluentui/react-components");

/**
 * Returns the stylesheet after definitions of its variables. Paper is always light.
 * @param {string} css
 */
function withTheme(css) {
  const names = [...new Set([...css.matchAll(/var\(--(\w+)\)/g)].map(([, name = ""]) => name))].sort();
  const rules = (/** @type {import("@fluentui/react-components").Theme} */ theme) => {
    const values = new Map(Object.entries(theme));
    const missing = names.filter((name) => !values.has(name));
    if (missing.length > 0) throw new Error(`The pane's theme has no ${missing.join(", ")}.`);
    return `:root { ${names.map((name) => `--${name}: ${values.get(name)};`).join(" ")} }`;
  };
  return `${rules(webLightTheme)}\n@media screen and (prefers-color-scheme: dark) { ${rules(webDarkTheme)} }\n${css}`;
}

module.exports = { withTheme };
