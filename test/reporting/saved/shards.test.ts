import fc from "fast-check";
import { bytesInRequest, splitByWeight } from "../../../src/reporting/saved/shards";
import { runs } from "../../propertyOptions";

const itself = (weight: number) => weight;

describe("splitByWeight", () => {
  test("returns no piece for no items", () => {
    expect(splitByWeight([], itself, 10)).toEqual([]);
  });

  test("fills a piece to its limit, and no further", () => {
    expect(splitByWeight([4, 6, 1, 9, 1], itself, 10)).toEqual([[4, 6], [1, 9], [1]]);
  });

  test("puts an item above the limit into a piece of its own", () => {
    expect(splitByWeight([3, 11, 3], itself, 10)).toEqual([[3], [11], [3]]);
  });

  test("keeps a first item without weight", () => {
    expect(splitByWeight([0, 10], itself, 10)).toEqual([[0, 10]]);
  });

  test("keeps every item in its order, in pieces that no neighbour fits into", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12)), (weights) => {
        const pieces = splitByWeight(weights, itself, 10);
        expect(pieces.flat()).toEqual(weights);
        const sums = pieces.map((piece) => piece.reduce((sum, weight) => sum + weight, 0));
        for (const [at, sum] of sums.entries()) {
          expect(sum <= 10 || pieces[at]?.length === 1).toBe(true);
          const [next] = pieces[at + 1] ?? [];
          if (next !== undefined) expect(sum + next).toBeGreaterThan(10);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

test("A text is as long in a request as its JSON in UTF-8", () => {
  expect(["", "a", 'a"b', "ä", "€"].map(bytesInRequest)).toEqual([2, 3, 6, 4, 5]);
});
