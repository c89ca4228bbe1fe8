/** The sentence in a report's title, for numbers of any size. */
import fc from "fast-check";
import { headlineInWords } from "../../../src/reporting/reports/headlineSentence";
import { messageSection } from "../../../src/reporting/reports/reportTitle";
import { valuePhrasing } from "../../../src/reporting/reports/phrasing";
import { spokenSize } from "../../oracle/spoken";
import { runs } from "../../propertyOptions";
import { calculateSheet } from "../../soak/calculateSheet";

interface Case {
  readonly own: number | string;
  readonly base: number | string;
  readonly drivers?: readonly number[];
  readonly plural?: string;
}

const LABELS = ["Gross sales", "Trade expenses", "Other costs"];

/** The title for these contents of cells. */
async function titleOf({ own, base, drivers = [], plural }: Case): Promise<unknown> {
  const contents = [own, base, ...drivers].map((content) => [typeof content === "number" ? `=${content}` : content]);
  const cell = (at: number) => `$D$${at + 1}`;
  const message = {
    subject: '"EBIT"',
    own: cell(0),
    base: cell(1),
    against: '"Budget"',
    percent: `IF(OR(${cell(1)}=0,${cell(0)}*${cell(1)}<0),"n.m.",(${cell(0)}-${cell(1)})/ABS(${cell(1)}))`,
    drivers: drivers.map((_, at) => ({ label: `"${LABELS[at]}"`, amount: cell(2 + at) })),
    ...(plural !== undefined && { plural: `"${plural}"` }),
  };
  const section = messageSection(message, { titleColumn: "B" });
  const [[, title] = []] = await calculateSheet([{ at: "D1", rows: contents }, ...(section.blocks ?? [])], [], 2);
  return title;
}

/** The same sentence of the same numbers, as the pane says it. */
function saidOf({ own, base, drivers = [], plural }: Case): unknown {
  const numberIn = (content: number | string) => (typeof content === "number" ? content : undefined);
  const [one, other] = [numberIn(own), numberIn(base)];
  const isMeaningful = one !== undefined && other !== undefined && other !== 0 && one * other >= 0;
  return headlineInWords(valuePhrasing("en-US"), {
    subject: "EBIT",
    own: one,
    base: other,
    against: "Budget",
    percent: isMeaningful ? (one - other) / Math.abs(other) : undefined,
    drivers: drivers.length > 0 ? { labels: LABELS, amounts: drivers, plural } : undefined,
  });
}

test.each<[string, Case, string]>([
  ["below", { own: 15_003_067, base: 16_469_557 }, "EBIT 1.5 m below Budget (−8.9 %)"],
  ["above", { own: 1_300, base: 1_000 }, "EBIT 300 above Budget (+30.0 %)"],
  ["of billions", { own: 3_200_000_000, base: 1_000_000_000 }, "EBIT 2.2 bn above Budget (+220.0 %)"],
  ["of thousands", { own: 120_000, base: 100_000 }, "EBIT 20 k above Budget (+20.0 %)"],
  [
    "with a main driver",
    { own: 10, base: 30, drivers: [-10, -9, 5] },
    "EBIT 20 below Budget (−66.7 %), mainly Gross sales",
  ],
  [
    "with none that is half of it",
    { own: 10, base: 30, drivers: [-9.9, -9.9, -0.2] },
    "EBIT 20 below Budget (−66.7 %), no single driver",
  ],
  ["with one that is not known", { own: 10, base: 30, drivers: [-9, -9] }, "EBIT 20 below Budget (−66.7 %)"],
  [
    "with a large one of the other sign",
    { own: 10, base: 40, drivers: [30, -14, -14, -14, -14, -4] },
    "EBIT 30 below Budget (−75.0 %), no single driver",
  ],
  [
    "in all of a kind",
    { own: 10, base: 30, drivers: [-8, -7, -5], plural: "regions" },
    "EBIT 20 below Budget (−66.7 %), in all 3 regions",
  ],
  [
    "above in all of a kind",
    { own: 30, base: 10, drivers: [8, 7, 5], plural: "channels" },
    "EBIT 20 above Budget (+200.0 %), in all 3 channels",
  ],
  [
    "in all of a kind, one of which is half of it",
    { own: 10, base: 30, drivers: [-12, -8], plural: "regions" },
    "EBIT 20 below Budget (−66.7 %), mainly Gross sales",
  ],
  [
    "not in one of a kind",
    { own: 10, base: 30, drivers: [-9, -9, -9, 7], plural: "regions" },
    "EBIT 20 below Budget (−66.7 %), no single driver",
  ],
  [
    "the same in one of a kind",
    { own: 10, base: 30, drivers: [-9, -2, -9, 0], plural: "regions" },
    "EBIT 20 below Budget (−66.7 %), no single driver",
  ],
  ["equal", { own: 15_003_067, base: 15_003_067.4 }, "EBIT 15.0 m, as in Budget"],
  ["both nothing", { own: 0, base: 0 }, "EBIT 0, as in Budget"],
  ["from nothing", { own: 50, base: 0 }, "EBIT 50 above Budget"],
  ["a loss from a profit", { own: -2_000_000, base: 1_000_000 }, "EBIT 3.0 m below Budget"],
  ["a loss in both", { own: -1_000, base: -2_000 }, "EBIT 1 k above Budget (+50.0 %)"],
  ["a loss as in the base", { own: -1_000, base: -1_000 }, "EBIT −1 k, as in Budget"],
  ["without a base", { own: 15_003_067, base: "" }, "EBIT 15.0 m"],
  ["with a base that is not available", { own: 320_000, base: "=NA()" }, "EBIT 320 k"],
  ["not available", { own: "=NA()", base: 5 }, "EBIT not available"],
])("says what is %s", async (_what, given, title) => {
  expect([await titleOf(given), saidOf(given)]).toEqual([title, title]);
});

test("has VAR's numbers, words of its direction, and a driver that is half of it", async () => {
  const number = fc.oneof(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: -2_000, max: 2_000 }));
  const drivers = fc.array(number, { minLength: 2, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(number, number, drivers, fc.boolean(), async (own, base, some, addsUp) => {
      const variance = own - base;
      const amounts = addsUp ? [...some, some.reduce((rest, amount) => rest - amount, variance)] : some;
      const percent = base === 0 || own * base < 0 ? "" : ` (${signed((100 * variance) / Math.abs(base))} %)`;
      const largest = variance < 0 ? Math.min(...amounts) : Math.max(...amounts);
      const isMain = Math.sign(largest) === Math.sign(variance) && 2 * Math.abs(largest) >= Math.abs(variance);
      const isWhole = amounts.reduce((sum, amount) => sum + amount, 0) === variance;
      const none = isWhole ? ", no single driver" : "";
      const main = isMain ? `, mainly ${LABELS[amounts.indexOf(largest)]}` : none;
      const expected =
        variance === 0
          ? `EBIT ${own < 0 ? "−" : ""}${spokenSize(own)}, as in Budget`
          : `EBIT ${spokenSize(variance)} ${variance < 0 ? "below" : "above"} Budget${percent}${main}`;
      const given = { own, base, drivers: amounts };
      expect([await titleOf(given), saidOf(given)]).toEqual([expected, expected]);
    }),
    { numRuns: runs(300) },
  );
});

function signed(percent: number): string {
  const size = Math.abs(percent).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${percent < 0 ? "−" : "+"}${size}`;
}
