import { completeAddress } from "../../../src/excel/taskpane/serviceAddress";

test.each([
  ["planning.example.com", "https://planning.example.com"],
  [" localhost:3000/app ", "https://localhost:3000/app"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["", ""],
])("The address “%s” is completed to “%s”", (typed, completed) => {
  expect(completeAddress(typed)).toBe(completed);
});
