import { linesToRun } from "../../sandbox/shells";

const VARIABLES = { INSIGHTS_URL: "https://localhost:4401", INSIGHTS_API_KEY: "key" };

test("Where shells are alike, two lines set the connection", () => {
  expect(linesToRun("linux", VARIABLES)).toBe(
    "export INSIGHTS_URL=https://localhost:4401\nexport INSIGHTS_API_KEY=key",
  );
});

test("On Windows each shell has its lines", () => {
  const parts = linesToRun("win32", VARIABLES).split("\n\n");
  expect(parts.map((part) => part.split("\n"))).toEqual([
    ["In a shell:", expect.stringMatching(/^export /), "export INSIGHTS_API_KEY=key"],
    ["In PowerShell:", '$env:INSIGHTS_URL = "https://localhost:4401"', '$env:INSIGHTS_API_KEY = "key"'],
    ["In cmd:", "set INSIGHTS_URL=https://localhost:4401", "set INSIGHTS_API_KEY=key"],
  ]);
});
