import { readDateSystem } from "../../../src/excel/workbook/dateSystem";

/** Excel that computes this number for 1 January 2000, once no cell is edited. */
function host(day: number) {
  const result = { value: undefined as number | undefined, load: () => result };
  const date = (...parts: number[]) => (parts.join() === "2000,1,1" ? result : undefined);
  const context = { workbook: { functions: { date } }, sync: async () => void (result.value = day) };
  const run = async (options: { delayForCellEdit?: boolean }, work: (given: typeof context) => unknown) => {
    if (!options.delayForCellEdit) throw new Error("A cell is edited.");
    return work(context);
  };
  Object.assign(globalThis, { Excel: { run } });
}

test.each([
  [36_526, 1900],
  [35_064, 1904],
])("Excel with %i for the first day of 2000 counts from %i", async (day, system) => {
  host(day);
  expect(await readDateSystem()).toBe(system);
});

test("Another number for that day is an error", async () => {
  host(36_525);
  await expect(readDateSystem()).rejects.toThrow("did not compute a date");
});
