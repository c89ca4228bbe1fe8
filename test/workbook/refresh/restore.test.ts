import metadata from "../../../src/functions/functions.json";
import { NUMBER_FUNCTIONS } from "../../../src/workbook/refresh/restore";

test("The functions that give back one number are those that Excel is told give one", () => {
  const numbers = metadata.functions.filter(({ result }) => !("dimensionality" in result)).map(({ id }) => id);
  expect([...NUMBER_FUNCTIONS].sort()).toEqual(numbers.sort());
});
