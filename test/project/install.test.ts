import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const read = (file: string) => JSON.parse(readFileSync(join(__dirname, "../..", file), "utf8"));

interface Locked {
  version: string;
  hasInstallScript?: boolean;
}

const { allowScripts, dependencies, devDependencies } = read("package.json");
const locked = Object.entries<Locked>(read("package-lock.json").packages);

/** `@swc/core` of `node_modules/jest/node_modules/@swc/core`. */
const nameOf = (path: string) => path.split("node_modules/").at(-1) ?? "";

describe("the lowest Node", () => {
  const FILES = ["README.md", "CONTRIBUTING.md", "webpack.config.js"];
  const FOLDERS = ["docs", "deploy", "scripts", ".github"];
  const named = (text: string) => text.match(/\b22\.13\b/gi) ?? [];

  test("is named by `engines` alone", () => {
    const root = join(__dirname, "../..");
    const within = FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    );
    const texts = [...FILES, ...within].filter((file) => /\.(md|[cm]?[jt]s|ya?ml|sh)$|Containerfile$/.test(file));
    expect(texts.filter((file) => named(readFileSync(join(root, file), "utf8")).length > 0)).toEqual([]);
    expect(named(JSON.stringify(read("package.json").scripts))).toEqual([]);
  });
});

describe("what `npm ci` installs", () => {
  test("runs a script of a package only where package.json has decided that it may", () => {
    const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    expect(Object.keys(allowScripts)).toEqual([...new Set(scripted)].sort());
  });

  test("is of one exact version for each package that package.json names", () => {
    const wanted = Object.entries({ ...dependencies, ...devDependencies });
    const found = new Map(locked.map(([path, { version }]) => [path, version]));
    expect(wanted).toEqual(wanted.map(([name]) => [name, found.get(`node_modules/${name}`)]));
  });
});
