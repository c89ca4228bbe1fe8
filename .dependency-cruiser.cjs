// `npm run rooms`: which room may import which, as docs/walkthrough.md draws it; types count as imports too.

/** A room with "(types)" may be imported for its types only; a path stands for files of a room. */
const ARROWS = {
  sheet: "",
  insights: "",
  formulas: "sheet",
  language: "insights formulas sheet",
  saved: "language formulas sheet",
  analysis: "language insights sheet",
  reports: "language formulas insights sheet",
  // Tables look like reports.
  tables: "reports language formulas saved insights sheet",
  headings: "tables reports language formulas saved insights sheet",
  functions: "language analysis insights sheet",
  workbook: "reports analysis saved formulas language insights sheet",
  hostChecks: "workbook language/environment sheet",
  // Functions are offered as Excel is told of them.
  actions:
    "workbook hostChecks headings tables reports analysis saved formulas language insights sheet xlsx functions/functions.json",
  commands: "actions(types)",
  taskpane:
    "actions(types) actions/formatLanguage workbook(types) headings(types) tables(types) reports(types) analysis(types) saved(types) language formulas insights",
  addin: "commands taskpane actions workbook functions saved insights",
  engine: "formulas sheet",
  xlsx: "formulas sheet",
  documents: "xlsx formulas sheet",
  standalone: "engine functions saved language formulas insights sheet xlsx",
  agents: "standalone analysis engine functions(types) saved language formulas insights sheet",
  // The command starts the server, which evaluates formulas as the command does.
  cli: "agents standalone engine documents xlsx saved functions analysis language formulas insights sheet",
  // It answers under the paths of the endpoints' table, so a new endpoint asks for its route.
  sandbox: "insights(types) insights/endpoints",
  // The sample of a first run is calculated as the command line calculates.
  workbench: "standalone engine sandbox xlsx saved sheet",
};

/** These stand beside src: they prove the add-in, and are no part of it. */
const BESIDE_SRC = "(sandbox|workbench)";

/** The folders of `workbook`. The files beside them tie them together. */
const WORKBOOK = {
  cells: "",
  customXml: "cells",
  ledger: "customXml cells",
  refresh: "ledger cells",
  changes: "refresh ledger customXml cells",
  explain: "refresh ledger cells insertion",
  errors: "refresh ledger cells",
  reports: "customXml cells dateSystem",
  snapshot: "reports ledger cells",
  format: "refresh ledger cells",
};

/**
 * A rule for each room that forbids all arrows but its own.
 * @param {string} folder as a pattern
 * @param {Readonly<Record<string, string>>} arrows
 */
function rulesOf(folder, arrows) {
  const within = (/** @type {string} */ path) => `^${folder}${path}(/|\\.|$)`;
  return Object.entries(arrows).flatMap(([room, reached]) => {
    const words = reached.split(" ").filter(Boolean);
    const types = words.flatMap((word) => /^(.*)\(types\)$/.exec(word)?.[1] ?? []);
    const all = words.filter((word) => !word.endsWith("(types)"));
    const from = { path: within(room) };
    const to = { path: `^${folder}[^/]+`, pathNot: [room, ...all, ...types].map(within) };
    const values = { path: types.map(within), pathNot: all.map(within), dependencyTypesNot: ["type-only"] };
    const forbid = (/** @type {object} */ to) => ({ name: `imports of ${room}`, severity: "error", from, to });
    return [forbid(to), ...(types.length > 0 ? [forbid(values)] : [])];
  });
}

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...rulesOf(`(src/|(?=${BESIDE_SRC}/))`, ARROWS),
    ...rulesOf("src/workbook/", WORKBOOK),
    {
      name: "unknown room",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/(${Object.keys(ARROWS).join("|")})(/|\\.)` },
      to: {},
    },
    {
      name: "unknown folder of workbook",
      severity: "error",
      from: { path: "^src/workbook/[^/]+/", pathNot: `^src/workbook/(${Object.keys(WORKBOOK).join("|")})/` },
      to: {},
    },
    {
      name: "a workbook's file knows nothing of the run",
      severity: "error",
      from: { path: "^src/cli/book/" },
      to: { path: "^src/cli/(command|run)/" },
    },
    {
      name: "what people get needs nothing of the builds",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^scripts/" },
    },
    { name: "circle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "actions work without the pane",
      severity: "error",
      from: { path: "^src/(actions|commands)/" },
      to: { path: "^src/taskpane/|node_modules/(react|react-dom|@fluentui)/", reachable: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
