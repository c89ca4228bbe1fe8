/** Names of a workbook that has so many of them that one answer cannot hold them. */
import { findNamedFormulas } from "../../../../src/excel/workbook/cells/namedFormulas";

interface Slice {
  readonly $top: number;
  readonly $skip: number;
}

/** Excel with names of the workbook and of one sheet, whose answers hold at most `most` of them. */
function excelWith(own: readonly string[], ofSheet: readonly string[], most: number) {
  let loaded = 0;
  const syncs: number[] = [];
  const collection = (all: readonly string[]) => {
    const names = {
      items: [] as { name: string; formula: string }[],
      load(what: string | Slice) {
        const { $top, $skip } = typeof what === "string" ? { $top: all.length, $skip: 0 } : what;
        const names = all.slice($skip, $skip + $top);
        loaded += names.length;
        this.items = names.map((name) => ({ name, formula: `=${name}` }));
        return this;
      },
    };
    return names;
  };
  const sheet = { names: collection(ofSheet) };
  const worksheets = {
    items: [sheet],
    load(what: string) {
      if (what.includes("names")) sheet.names.load(what);
      return this;
    },
  };
  const context = {
    workbook: { names: collection(own), worksheets },
    sync() {
      syncs.push(loaded);
      const isTooLarge = loaded > most;
      loaded = 0;
      return isTooLarge
        ? Promise.reject(Object.assign(new Error("Too large"), { code: "ResponsePayloadSizeLimitExceeded" }))
        : Promise.resolve();
    },
  } as unknown as Excel.RequestContext;
  return { context, syncs };
}

const named = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const namesIn = async (context: Excel.RequestContext) =>
  (await findNamedFormulas(context)).map(({ name, formula }) => `${name}${formula}`);
const expected = (...names: string[]) => names.map((name) => `${name}=${name}`);

test("Names of the workbook come first, then those of its sheets, in one request", async () => {
  const { context, syncs } = excelWith(["A", "B"], ["C"], 10);
  expect(await namesIn(context)).toEqual(expected("A", "B", "C"));
  expect(syncs).toEqual([3]);
});

test("Names that are too many for an answer are read in smaller and smaller parts", async () => {
  const [own, ofSheet] = [named(6_000, "A"), named(3, "B")];
  const { context, syncs } = excelWith(own, ofSheet, 2_000);
  expect(await namesIn(context)).toEqual(expected(...own, ...ofSheet));
  expect(syncs).toEqual([6_003, 0, 5_000, 2_500, 1_250, 1_250, 1_250, 1_250, 1_000, 3]);
});

test("A name that alone is too large for an answer is an error", async () => {
  const { context } = excelWith(["A"], [], 0);
  await expect(findNamedFormulas(context)).rejects.toThrow("Too large");
});
