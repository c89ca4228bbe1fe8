/** Only the functions read what a call means: all others print its figure. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SRC = join(__dirname, "../../src");

/** Exports that read a period or a basis of a call. */
const READERS = ["readKpiPeriod", "readBasePeriod", "extendPeriod", "monthsBack"];

/** Exports that read periods as people write them: in headings, tables, inputs and settings, too. */
const PERIODS = ["parsePeriod", "readCurrent", "monthsOfBasis"];

/** Rooms that speak of calls that have been made. */
const SPEAKING = ["numbers/analysis/", "excel/", "headless/agents/", "headless/standalone/"];

const isSpeaking = (file: string) => SPEAKING.some((folder) => file.startsWith(folder));

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
  expect(readers.filter((file) => !file.startsWith("numbers/functions/"))).toEqual([]);
});

test("Rooms that speak of calls read no periods", () => {
  const readers = files.filter((file) => importsOf(file).some((name) => PERIODS.includes(name)));
  expect(readers.length).toBeGreaterThan(5);
  expect(readers.filter(isSpeaking)).toEqual([]);
});

test("Rooms that speak of calls ask PERIOD for no more than the current month", () => {
  const asked = files
    .filter(isSpeaking)
    .flatMap((file) =>
      [...readFileSync(join(SRC, file), "utf8").matchAll(/argumentsInOrder\("PERIOD", \{([^}]*)\}/g)].map(
        ([, args = ""]) => [file, args.trim()] as const,
      ),
    );
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter(([, args]) => !/^plan(: [\w.]+)?, period: "current"$/.test(args))).toEqual([]);
});
