/** Only the functions read what a call means: all others print its figure. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SRC = join(__dirname, "../../src");

/** What reads a period or a basis of a call. */
const READERS = ["readKpiPeriod", "readBasePeriod", "extendPeriod", "monthsBack"];

function filesOf(folder: string): string[] {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file).replaceAll("\\", "/"));
}

const files = readdirSync(SRC).flatMap(filesOf);
const importsOf = (file: string) =>
  [...readFileSync(join(SRC, file), "utf8").matchAll(/import (?:type )?\{([^}]*)\} from/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.replace("type ", "").trim()),
  );

test("Only functions read the period and the basis of a call", () => {
  const readers = files.filter((file) => importsOf(file).some((name) => READERS.includes(name)));
  expect(readers.length).toBeGreaterThan(2);
  expect(readers.filter((file) => !file.startsWith("functions/"))).toEqual([]);
});

test("Analysis asks PERIOD about no call", () => {
  const asking = files.filter((file) => readFileSync(join(SRC, file), "utf8").includes('"PERIOD"'));
  expect(asking.length).toBeGreaterThan(2);
  expect(asking.filter((file) => file.startsWith("analysis/"))).toEqual([]);
});
