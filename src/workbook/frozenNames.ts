/**
 * The hidden names by which frozen formulas find their cells again: one for what each formula filled, and one for each of the
 * cells that it refers to.
 */
import type { FrozenFormula } from "../saved/frozen";

const PREFIX = "_insights_";

/** Gives the hidden name of an address such as "'P&L'!$B$3"; the same address has one name. */
export async function openNames(context: Excel.RequestContext): Promise<(address: string) => string> {
  const { names } = context.workbook;
  const known = new Map([...(await findAddresses(context))].map(([name, address]) => [address, name]));
  const next = createNames(known.values());
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const name = next();
    names.add(name, `=${address}`).visible = false;
    known.set(address, name);
    return name;
  };
}

/** Where the cells of each hidden name are now, such as "'P&L'!$B$3"; "#REF!" in place of cells that were deleted. */
export async function findAddresses(context: Excel.RequestContext): Promise<Map<string, string>> {
  const names = context.workbook.names.load("items/name,items/formula");
  await context.sync();
  return new Map(
    names.items
      .filter(({ name }) => name.startsWith(PREFIX))
      .map(({ name, formula }) => [name, String(formula).replace(/^=/, "")]),
  );
}

/** Deletes the names of what is frozen no more, as far as nothing that is still frozen needs them. */
export async function deleteNames(
  context: Excel.RequestContext,
  gone: readonly FrozenFormula[],
  rest: readonly FrozenFormula[],
): Promise<void> {
  const namesOf = (frozen: readonly FrozenFormula[]) => frozen.flatMap(({ area, references }) => [area, ...references]);
  const needed = new Set(namesOf(rest));
  const unneeded = new Set(namesOf(gone).filter((name) => !needed.has(name)));
  const names = context.workbook.names.load("items/name");
  await context.sync();
  for (const item of names.items) if (unneeded.has(item.name)) item.delete();
  await context.sync();
}

/** Names with numbers above all that are taken: one that was used before may still stand in what is kept. */
function createNames(taken: Iterable<string>): () => string {
  let last = 0;
  for (const name of taken) last = Math.max(last, Number(name.slice(PREFIX.length)) || 0);
  return () => `${PREFIX}${(last += 1)}`;
}
