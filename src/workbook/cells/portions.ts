/** Cells that are written, marked or read one by one at a time: each is a few entries of a request, which has at most 5 MB. */
const PORTION = 2_000;

/**
 * Works through items in portions of as many as one request, and its answer, can hold: `queue` tells Excel what to do or to load
 * for an item, and `use` gets what `queue` has given, once Excel has done it for all of the portion.
 */
export async function eachPortion<Item, Queued>(
  context: Excel.RequestContext,
  items: readonly Item[],
  queue: (item: Item) => Queued,
  use: (queued: Queued) => void = () => undefined,
  size = PORTION,
): Promise<void> {
  for (let first = 0; first < items.length; first += size) {
    const queued = items.slice(first, first + size).map(queue);
    // One request cannot hold them all, and the rule knows no other reason for a loop.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
    queued.forEach((each) => use(each));
  }
}

/** Whether a request has failed since its answer would have more than 5 MB. */
export function isAnswerTooLarge(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ResponsePayloadSizeLimitExceeded";
}
