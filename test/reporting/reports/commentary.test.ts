/** What the commentary says of a few states, held against the service's raw answers. */
import { expectCommentary, showCommentary, type CommentaryState } from "./commentaryStates";

const STATE: CommentaryState = {
  plan: "FY26 Plan",
  places: [0, 1],
  period: "current",
  basis: "YTD",
  groupBy: "product",
  least: "1000",
  leastOfLine: "0.5%",
  seed: 0,
};

test("A commentary says of each material line what moved it, by the service's answers", async () => {
  const shown = await showCommentary(STATE);
  expect(expectCommentary(shown).sentences).toBeGreaterThan(12);
});

test("A commentary of changed answers names other drivers", async () => {
  const shown = await showCommentary({ ...STATE, seed: 7, period: "2026-H1", basis: "Period", groupBy: "region" });
  expect(expectCommentary(shown).sentences).toBeGreaterThan(12);
});

test("Without supply chain costs, one line holds both costs and explains EBIT", async () => {
  const omitted = ["supplyChainCost", "storageAndHandling", "transport"];
  const shown = await showCommentary({ ...STATE, seed: 3, omitted, leastOfLine: "0.1%" });
  expectCommentary(shown);
  expect(shown.lines.map(([label]) => label)).toContain("Supply chain and other costs");
});
