import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DEVELOPMENT_ADDRESS,
  hostingAddress,
  manifestFor,
  manifestVersion,
  keepKeyOf,
  serviceAddress,
  servicesFor,
} from "../../scripts/manifest.cjs";
import { environmentOf } from "../../scripts/environment.cjs";
import { associateCommands } from "../../src/excel/commands/commands";
import { built, builtText, pngSize } from "./dist";
import { type Build, problemsOf } from "./manifestRules";

const source = readFileSync(join(__dirname, "../../manifest.xml"), "utf8");

/** The names under which the add-in gives actions to Office. */
function associatedCommands(): string[] {
  const associate = jest.fn<void, [string]>();
  Object.assign(globalThis, { Office: { actions: { associate } } });
  associateCommands(() => Promise.reject(new Error()));
  return associate.mock.calls.map(([name]) => name);
}

const build: Build = {
  address: DEVELOPMENT_ADDRESS,
  has: (path) => existsSync(built(path)),
  imageSize: (path) => pngSize(built(path)),
  commands: associatedCommands(),
};

describe("the manifest", () => {
  test("has none of the faults that its schema cannot see", () => {
    expect(problemsOf(source, build)).toEqual([]);
  });

  test("is in the build", () => {
    expect(problemsOf(builtText("manifest.xml"), { ...build, address: builtAddress() })).toEqual([]);
  });

  test("has the package's version, here and in the build", () => {
    const version = `<Version>${manifestVersion(packageVersion())}</Version>`;
    expect(source).toContain(version);
    expect(builtText("manifest.xml")).toContain(version);
  });

  test("gets the version of the package that is built", () => {
    const address = hostingAddress("https://example.com");
    expect(manifestFor(source, { address, version: "2.3.4" })).toContain("<Version>2.3.4.0</Version>");
  });

  test.each([
    ["0.9.0", "must be 1.0.0.0 or above"],
    ["1.0", "must be three numbers"],
    ["1.0.0-beta.1", "must be three numbers"],
  ])("is not built for version %s, which Office's store refuses", (version, message) => {
    expect(() => manifestFor(source, { address: hostingAddress("https://example.com"), version })).toThrow(message);
  });
});

function packageVersion(): string {
  return JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")).version;
}

function builtAddress(): string {
  return /DefaultValue="(.*)\/taskpane\.html"/.exec(builtText("manifest.xml"))?.[1] ?? "";
}

describe("a mistake in the manifest is found:", () => {
  const image = `<bt:Image id="Icon.16" DefaultValue="https://localhost:3000/assets/icon-16.png" />`;

  test.each<[mistake: string, found: string, replaced: string, by: string]>([
    ["a dangling resid", "no resource is called Pane.Tipp", `resid="Pane.Tip"`, `resid="Pane.Tipp"`],
    [
      "a resource that nothing uses",
      "nothing uses Spare",
      `<bt:LongStrings>`,
      `<bt:LongStrings><bt:String id="Spare" DefaultValue="x" />`,
    ],
    ["a resource twice", "two resources are called Icon.16", image, image + image],
    [
      "a long resid",
      "is longer than 32 characters",
      `<bt:LongStrings>`,
      `<bt:LongStrings><bt:String id="${"x".repeat(33)}" DefaultValue="x" />`,
    ],
    [
      "a second runtime",
      "there are 2 runtimes",
      `<Runtimes>`,
      `<Runtimes><Runtime resid="Page.Url" lifetime="long" />`,
    ],
    ["no runtime", "there are 0 runtimes", `<Runtime resid="Page.Url" lifetime="long" />`, ``],
    [
      "functions elsewhere",
      "Page runs in Help.Url",
      `<Page>\n              <SourceLocation resid="Page.Url"`,
      `<Page><SourceLocation resid="Help.Url"`,
    ],
    [
      "commands elsewhere",
      "DesktopFormFactor runs in Help.Url",
      `<FunctionFile resid="Page.Url"`,
      `<FunctionFile resid="Help.Url"`,
    ],
    [
      "a pane elsewhere",
      "Action runs in Help.Url",
      `<SourceLocation resid="Page.Url" />\n                    <Title`,
      `<SourceLocation resid="Help.Url" /><Title`,
    ],
    [
      "a pane's id",
      "no TaskpaneId",
      `<Action xsi:type="ShowTaskpane">`,
      `<Action xsi:type="ShowTaskpane"><TaskpaneId>Pane</TaskpaneId>`,
    ],
    ["plain http", "is not https", `"https://localhost:3000/addin.js"`, `"http://localhost:3000/addin.js"`],
    [
      "an address elsewhere",
      "is not at https://localhost:3000",
      `"https://localhost:3000/addin.js"`,
      `"https://example.com/addin.js"`,
    ],
    ["a file that is not built", "functions.js is not built", `/addin.js"`, `/functions.js"`],
    ["an icon that is not there", "icon-48.png is not built", `/icon-80.png"`, `/icon-48.png"`],
    ["an icon of another size", "icon-64.png is 64 × 64 pixels, not 80 × 80", `/icon-80.png"`, `/icon-64.png"`],
    [
      "a button without its smallest icon",
      "an icon lacks its size 16",
      `<bt:Image size="16" resid="Refresh.16" />`,
      ``,
    ],
    [
      "a small product icon",
      "icon-16.png is 16 × 16 pixels, not 32 × 32",
      `<IconUrl DefaultValue="https://localhost:3000/assets/icon-32.png"`,
      `<IconUrl DefaultValue="https://localhost:3000/assets/icon-16.png"`,
    ],
    [
      "a large product icon that is not",
      "not 64 × 64",
      `<HighResolutionIconUrl DefaultValue="https://localhost:3000/assets/icon-64.png"`,
      `<HighResolutionIconUrl DefaultValue="https://localhost:3000/assets/icon-32.png"`,
    ],
    [
      "a foreign domain",
      "the domain https://example.com is not",
      `<AppDomain>https://localhost:3000<`,
      `<AppDomain>https://example.com<`,
    ],
    [
      "a button without an action",
      "no command is called refreshAll",
      `<FunctionName>refresh<`,
      `<FunctionName>refreshAll<`,
    ],
    ["an action without a button", "no button runs showReports", `<FunctionName>showReports<`, `<FunctionName>other<`],
    ["two controls of one id", "two controls are called Insights.Pane", `id="Insights.Refresh"`, `id="Insights.Pane"`],
    [
      "a long label",
      "Pane.Label is longer than 125",
      `id="Pane.Label" DefaultValue="Insights"`,
      `id="Pane.Label" DefaultValue="${"x".repeat(126)}"`,
    ],
    [
      "a long tip",
      "Pane.Tip is longer than 250",
      `id="Pane.Tip" DefaultValue="`,
      `id="Pane.Tip" DefaultValue="${"x".repeat(250)}`,
    ],
  ])("%s", (_mistake, found, replaced, by) => {
    expect(source).toContain(replaced);
    expect(problemsOf(source.replace(replaced, by), build)).toContainEqual(expect.stringContaining(found));
  });
});

describe("a build for another address", () => {
  test("names it everywhere, and its origin as the domain", () => {
    const address = "https://example.com/insights";
    const manifest = manifestFor(source, { address: hostingAddress(`${address}/`), version: packageVersion() });
    expect(problemsOf(manifest, { ...build, address })).toEqual([]);
    expect(manifest).toContain("<AppDomain>https://example.com</AppDomain>");
    expect(manifest.match(/DefaultValue="https:\/\/localhost/)).toBeNull();
  });

  test.each([
    ["http://insights.example.com", `Excel loads nothing over "http:"`],
    ["insights.example.com", "is not an address"],
    ["https://", "is not an address"],
    ["https://me:secret@insights.example.com", "may hold no user name or password"],
    ["https://insights.example.com/?a=1", "may hold no query or fragment"],
    ["https://insights.example.com/#top", "may hold no query or fragment"],
  ])("is refused for %s", (address, message) => {
    expect(() => hostingAddress(address)).toThrow(message);
  });
});

describe("a build for another environment", () => {
  const address = "https://example.com/insights-test";
  const manifest = manifestFor(source, {
    address: hostingAddress(address),
    version: packageVersion(),
    environment: environmentOf("test"),
  });

  test("has an id, a namespace and labels of its own", () => {
    expect(problemsOf(manifest, { ...build, address })).toEqual([]);
    expect(manifest).toContain("<Id>aa7ca596-c785-5063-ab8c-b273f5f5fcff</Id>");
    expect(manifest).toContain('id="Namespace" DefaultValue="INSIGHTSTEST"');
    expect(manifest).toContain('<DisplayName DefaultValue="Scenario Insights (test)"');
    expect(manifest).toContain('id="Pane.Label" DefaultValue="Insights (test)"');
    expect(manifest).toContain('id="Group.Label" DefaultValue="Scenario Insights (test)"');
    expect(manifest).toContain("Choose Insights (test) on the Home tab");
    expect(manifest).toContain("every INSIGHTSTEST formula");
    expect(manifest).not.toMatch(/INSIGHTS\b/);
  });

  test("has production's for no name and for production", () => {
    for (const name of [undefined, "", " Production "]) expect(environmentOf(name).namespace).toBe("INSIGHTS");
    expect(environmentOf("production").id).toBe(/<Id>(.*)<\/Id>/.exec(source)?.[1]);
  });

  test("has another id for each name, and always the same for one", () => {
    const ids = ["test", "Test", "staging", "uat2"].map((name) => environmentOf(name).id);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test.each(["te-st", "2nd", "tést", "a b", "INSIGHTS_TEST", "averyveryverylongname"])(
    "is refused for the name %s",
    (name) => {
      expect(() => environmentOf(name)).toThrow(`must be up to 16 letters and digits, a letter first, such as test`);
    },
  );
});

test("the service that a deployment is built for is an https address", () => {
  expect(serviceAddress("https://planning.example.com/app/")).toBe("https://planning.example.com/app");
  expect(() => serviceAddress("http://planning.example.com")).toThrow(/SERVICE_URL must be the https address/);
  expect(() => serviceAddress("planning")).toThrow('"planning" is not an address.');
});

test("Whether people may keep their key is said by one word, or left to them", () => {
  expect([keepKeyOf(undefined), keepKeyOf(""), keepKeyOf("never")]).toEqual(["", "", "never"]);
  expect(() => keepKeyOf("no")).toThrow('KEEP_KEY is "no". Set it to never, or leave it out');
});

test("The page may ask the service that it is built for, else any by https; without https only on a developer's machine", () => {
  const services = (address: string, service = "") => servicesFor(new URL(address), service);
  expect(services("https://insights.example.com", "https://planning.example.com/app")).toBe(
    "'self' https://planning.example.com",
  );
  expect(services("https://insights.example.com")).toBe("https:");
  expect(services("https://localhost:3000")).toBe("https: http://localhost:* http://127.0.0.1:*");
});
