/**
 * Splits work into requests that Excel on the web accepts: a request and its answer have at most 5 MB each. Large writes may also be
 * lost during co-authoring (OfficeDev/office-js#1813).
 */

/** Cells that one request writes, marks or reads one by one: each takes a few entries of the request. */
const MAX_BATCH_ITEMS = 2_000;

/**
 * Sends one request for each batch of at most `size` items. `queue` queues the commands or loads of an item; `use` gets the
 * result of `queue` once Excel has run the batch.
 */
export async function forEachBatch<Item, Queued>(
  context: Excel.RequestContext,
  items: readonly Item[],
  queue: (item: Item) => Queued,
  use: (queued: Queued) => void = () => undefined,
  size = MAX_BATCH_ITEMS,
): Promise<void> {
  for (let first = 0; first < items.length; first += size) {
    const queued = items.slice(first, first + size).map(queue);
    // One request cannot hold them all, and the rule knows no other reason for a loop.
    // oxlint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
    queued.forEach((each) => use(each));
  }
}

/** True if a request failed because its answer has more than 5 MB. */
export function isAnswerTooLarge(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ResponsePayloadSizeLimitExceeded";
}
