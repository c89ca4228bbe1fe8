/** How many requests for results some work sends, whatever else is under way. */
import { AsyncLocalStorage } from "node:async_hooks";

/** The addresses that were asked: a request that is sent again with a new token is one. */
const counting = new AsyncLocalStorage<Set<string>>();

/** Returns a fetch whose requests count for the work that sends them. */
export function counted(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const address = input as string;
    if (!/\/(?:token|plans)$/.test(new URL(address).pathname)) counting.getStore()?.add(address);
    return fetch(input, init);
  };
}

/** Returns how many requests `work` sends. */
export async function countRequests(work: () => Promise<void>): Promise<number> {
  const asked = new Set<string>();
  await counting.run(asked, work);
  return asked.size;
}
