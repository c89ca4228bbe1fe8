import fc from "fast-check";
import { declare } from "./declare";
import { calculate, type Specs } from "./workbook";

const ECHO = declare("ECHO", "value", async ([value]) => value);

/** A formula's text by the cells that it adds up, and what it comes to. */
interface Written {
  address: string;
  reads: string[];
  calls: boolean;
}

/** Cells in a random order over two sheets, each reading some of those before it. */
const books = fc
  .tuple(
    fc.shuffledSubarray(["A1", "B1", "C1", "A2", "B2", "C2", "Other!A1", "Other!B1", "Other!A2", "Other!B2"], {
      minLength: 2,
    }),
    fc.array(fc.tuple(fc.boolean(), fc.array(fc.nat(), { maxLength: 3 })), { minLength: 10, maxLength: 10 }),
  )
  .map(([addresses, choices]) =>
    addresses.map((address, at): Written => {
      const [calls, reads] = choices[at]!;
      return { address, calls, reads: at === 0 ? [] : reads.map((read) => addresses[read % at]!) };
    }),
  );

const fullName = (address: string) => (address.includes("!") ? address : `Plan!${address}`);

test("Every dependent of a function is calculated once, from final values", async () => {
  await fc.assert(
    fc.asyncProperty(books, async (written) => {
      const specs: Specs = {};
      const sums = new Map<string, { sum: number; isFed: boolean }>();
      for (const { address, reads, calls } of written) {
        const terms = ["1", ...reads.map(fullName)].join("+");
        const fed = reads.map((read) => sums.get(read)!);
        const sum = 1 + fed.reduce((total, each) => total + each.sum, 0);
        sums.set(address, { sum, isFed: calls || fed.some(({ isFed }) => isFed) });
        // What nothing feeds keeps its value, so that has to be right from the start.
        specs[address] = { f: calls ? `INSIGHTS.ECHO(${terms})` : terms, v: sums.get(address)!.isFed ? -1 : sum };
      }
      const expected = [...sums].filter(([, { isFed }]) => isFed).map(([address, { sum }]) => [address, sum]);
      expect(await calculate(specs, [ECHO])).toEqual(Object.fromEntries(expected));
    }),
  );
});
