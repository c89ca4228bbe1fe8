import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import office from "eslint-plugin-office-addins";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const officeRules = Object.keys(office.rules).map((rule) => [`office-addins/${rule}`, "error"]);

const packedProperties = {
  selector: "ObjectExpression > SpreadElement > ObjectExpression",
  message: "Write the properties out: a spread of a literal only saves lines.",
};

export default tseslint.config(
  { ignores: ["build/", "coverage/", "dist/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "no-restricted-syntax": ["error", packedProperties],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // A function that a contract types as a promise is `async` even where it awaits nothing: it then never throws at once.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ["{src,sandbox,workbench}/**/*.{ts,tsx}"],
    plugins: { "office-addins": office },
    rules: {
      ...Object.fromEntries(officeRules),
      // In a loop over indices a comment may switch it off, with the reason: `-- at < length`.
      "@typescript-eslint/no-non-null-assertion": "error",
      eqeqeq: "error",
      "no-console": "error",
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  // These two talk to a terminal.
  { files: ["src/cli/**", "sandbox/**", "workbench/start.ts"], rules: { "no-console": "off" } },
  { files: ["src/taskpane/**"], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ["test/**"],
    rules: {
      // What a test reads back (JSON, XML, a page) has the shape that the test itself asserts.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/unbound-method": "off",
      "no-restricted-syntax": [
        "error",
        packedProperties,
        {
          selector:
            "CallExpression[callee.object.name='jest'][callee.property.name='setTimeout'], CallExpression[callee.name=/^(test|it|beforeAll|beforeEach|afterAll|afterEach)$/][arguments.length>2]",
          message: "A time limit of its own fails a test on a slow machine. jest.config.cjs has the one for all.",
        },
        {
          selector: "Property[key.name='numRuns'][value.type='Literal']",
          message: "Write runs(…), so that FC_RUNS multiplies these too.",
        },
      ],
    },
  },
  // Scripts and settings run in Node as they stand, outside the TypeScript project.
  { files: ["**/*.{js,cjs,mjs}"], rules: { "no-undef": "off" } },
  // It must run in the oldest webviews too, to say that the add-in cannot.
  {
    files: ["src/taskpane/boot.js"],
    languageOptions: { ecmaVersion: 5, sourceType: "script" },
    rules: { "no-var": "off" },
  },
  prettier,
);
