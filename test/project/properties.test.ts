import fc from "fast-check";
import { readPropertyOptions, runs } from "../propertyOptions";

describe("properties", () => {
  test("have one seed unless another is wanted", () => {
    expect(readPropertyOptions({})).toEqual({ seed: 2026, factor: 1 });
    expect(readPropertyOptions({ FC_SEED: "", FC_RUNS: "" })).toEqual({ seed: 2026, factor: 1 });
    expect(readPropertyOptions({ FC_SEED: "-7", FC_RUNS: "10" })).toEqual({ seed: -7, factor: 10 });
  });

  test("have another seed each time if that is wanted", () => {
    const seeds = new Set(Array.from({ length: 20 }, () => readPropertyOptions({ FC_SEED: "random" }).seed));
    expect(seeds.size).toBeGreaterThan(1);
  });

  test.each([
    [{ FC_SEED: "today" }, `FC_SEED takes a whole number of 32 bits, or "random"; it is "today".`],
    [{ FC_SEED: "1.5" }, `FC_SEED takes a whole number of 32 bits, or "random"; it is "1.5".`],
    [{ FC_SEED: "4294967296" }, `FC_SEED takes a whole number of 32 bits, or "random"; it is "4294967296".`],
    [{ FC_RUNS: "0" }, `FC_RUNS takes a whole number of at least 1; it is "0".`],
    [{ FC_RUNS: "many" }, `FC_RUNS takes a whole number of at least 1; it is "many".`],
  ])("are refused what is no number: %j", (environment, message) => {
    expect(() => readPropertyOptions(environment)).toThrow(message);
  });

  test("are given both in every test file", () => {
    const { seed, factor } = readPropertyOptions(process.env);
    const given = fc.readConfigureGlobal();
    expect(given.numRuns).toBe(100 * factor);
    if (process.env.FC_SEED !== "random") expect(given.seed).toBe(seed);
    expect(runs(30)).toBe(30 * factor);
  });

  test("print the seed when they fail", () => {
    const { seed } = fc.readConfigureGlobal();
    const fails = fc.property(fc.integer(), () => false);
    expect(() => fc.assert(fails)).toThrow(`seed: ${seed}`);
  });
});
