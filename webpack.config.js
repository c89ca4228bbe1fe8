const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const CopyPlugin = require("copy-webpack-plugin");
const HtmlPlugin = require("html-webpack-plugin");
const { transformSync } = require("esbuild");
const devCerts = require("office-addin-dev-certs");
const { DefinePlugin } = require("webpack");
const { constantsOf, environmentOf, withNamespace } = require("./scripts/environment.cjs");
const { helpPatterns, withHelpLinks } = require("./scripts/help/patterns.cjs");
const {
  DEVELOPMENT_ADDRESS,
  hostingAddress,
  keepKeyOf,
  manifestFor,
  OFFICE_JS,
  serviceAddress,
  servicesFor,
} = require("./scripts/manifest.cjs");
const { metadata, withFormerNames } = require("./scripts/metadata.cjs");
const { version } = require("./package.json");

const DECLARATIONS = path.resolve(__dirname, "src/numbers/functions/functions.ts");

/** The one script within the page, and its hash, by which the page's security policy knows it. */
function bootScript() {
  const source = readFileSync(path.resolve(__dirname, "src/excel/taskpane/boot.js"), "utf8");
  const { code } = transformSync(source, { minify: true, target: "es5" });
  const script = code.trim();
  const hash = createHash("sha256").update(script).digest("base64");
  return { boot: `<script>${script}</script>`, bootHash: `sha256-${hash}` };
}

/**
 * The code that several chunks use. A group takes only what at least two of them use, so what reads answers stays with them.
 * @param {string} name
 * @param {RegExp} test
 */
const shared = (name, test) => ({ name, test, minChunks: 2, enforce: true });

const SHARED = {
  // Words of finance come with a mistyped name, the order and formats of fields and the texts of names with what shows them, other languages with
  // headings, not with every workbook.
  client: shared(
    "client",
    /src[\\/](insights|numbers[\\/]language(?![\\/](?:argument|calls|figure|financeWords|fieldOrder|languages|nameTexts|notation|numberFormats|shareWords|words)\b)|spreadsheet[\\/]cells)[\\/]|node_modules[\\/](p-limit|yocto-queue)[\\/]/,
  ),
  // What a number is called: nobody asks that of a cell that is only calculated.
  words: shared("words", /src[\\/]numbers[\\/]language[\\/](figure|nameTexts|shareWords)\.ts/),
  formulas: shared(
    "formulas",
    /src[\\/](spreadsheet[\\/]formulas[\\/]|numbers[\\/]language[\\/](argument|calls|notation)\.ts)|node_modules[\\/]@borgar[\\/]fx[\\/]/,
  ),
};

/** The development server. Excel caches pages and functions, so they are reloaded by hand, not by the server. */
const devServer = async () => ({
  port: Number(new URL(DEVELOPMENT_ADDRESS).port),
  server: { type: "https", options: await devCerts.getHttpsServerOptions() },
  // Excel on the web reads the functions' metadata and the icons from pages of its own.
  headers: { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" },
  client: false,
  hot: false,
  liveReload: false,
});

/** @returns {Promise<import("webpack").Configuration>} */
module.exports = async (env, { mode }) => {
  const address = hostingAddress((mode === "production" && process.env.ADDIN_URL) || DEVELOPMENT_ADDRESS);
  const environment = environmentOf(process.env.ADDIN_ENVIRONMENT);
  const functionsJson = withNamespace(await metadata(DECLARATIONS), environment);
  const service = process.env.SERVICE_URL ? serviceAddress(process.env.SERVICE_URL) : "";

  return {
    mode,
    target: ["web", "es2022"],
    // Never the `eval` kinds: the page's security policy forbids them. What is hosted names its modules, without their texts.
    devtool: mode === "production" ? "nosources-source-map" : "source-map",
    entry: { addin: "./src/excel/addin/main.ts" },
    // The manifest names addin.js, so its name is steady; a chunk loaded on demand carries a hash, so that caches never mix two builds.
    output: {
      path: path.resolve(__dirname, "dist"),
      publicPath: "",
      filename: "[name].js",
      chunkFilename: "[name].[contenthash:8].js",
      // Every chunk begins with this name.
      chunkLoadingGlobal: "insightsChunks",
      // A chunk that has not come by then is asked for again (src/excel/actions/chunks.ts).
      chunkLoadTimeout: 30_000,
      clean: true,
    },
    resolve: { extensions: [".tsx", ".ts", ".js"] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: "ts-loader",
          options: { transpileOnly: true, compilerOptions: { noEmit: false } },
        },
        // The pane shows the examples of functions, which name the environment's namespace.
        {
          test: /src[\\/]numbers[\\/]functions[\\/]functions\.json$/,
          type: "json",
          parser: { parse: (/** @type {string} */ text) => JSON.parse(withNamespace(text, environment)) },
        },
      ],
    },
    optimization: {
      chunkIds: "named",
      // The script within the page stays as it is, since its hash is in the page too.
      minimizeOptions: { html: false },
      splitChunks: { chunks: "async", cacheGroups: { default: false, defaultVendors: false, ...SHARED } },
    },
    plugins: [
      // A library would tell the path of the machine that builds, and give each machine's build another hash.
      new DefinePlugin({ ...constantsOf(environment), "import.meta.url": "undefined" }),
      new HtmlPlugin({
        filename: "taskpane.html",
        template: "src/excel/taskpane/taskpane.html",
        scriptLoading: "defer",
        minify: mode === "production" && { collapseWhitespace: true, removeComments: true },
        service,
        services: servicesFor(address, service),
        keepKey: keepKeyOf(process.env.KEEP_KEY),
        version: environment.name === "" ? version : `${version} (${environment.name})`,
        officeJs: OFFICE_JS,
        officeHosts: OFFICE_JS.map((script) => new URL(script).origin).join(" "),
        ...bootScript(),
      }),
      new CopyPlugin({
        patterns: [
          { from: "assets/*.png" },
          {
            from: "manifest.xml",
            transform: (text) => manifestFor(text.toString(), { address, version, environment }),
          },
          {
            from: DECLARATIONS,
            to: "functions.json",
            transform: () => withHelpLinks(withFormerNames(functionsJson), address),
          },
          ...(await helpPatterns(environment)),
        ],
      }),
    ],
    performance: { hints: false },
    ...(env.WEBPACK_SERVE && { devServer: await devServer() }),
  };
};
