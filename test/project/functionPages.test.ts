import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { functionPages } from "../../scripts/guides/functionPages";

const FOLDER = join(__dirname, "../../docs/functions");

test("the functions' pages show arguments and results as they are (npm run guides)", async () => {
  const pages = Object.fromEntries(readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), "utf8")]));
  expect(pages).toEqual(await functionPages());
});
