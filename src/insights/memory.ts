/** What a generation remembers besides its answers: what texts mean, and indexes of answers. The one place for it. */
export interface Memory {
  /**
   * What `work` makes of the key, worked out when it is first asked for. `owner` says what it holds for, such as a list of plans
   * or an answer: it is forgotten with that. An error is not remembered.
   */
  recall<T>(owner: object, key: string, work: () => T): T;
}

export function createMemory(): Memory {
  const byOwner = new WeakMap<object, Map<string, unknown>>();
  return {
    recall<T>(owner: object, key: string, work: () => T): T {
      let known = byOwner.get(owner) as Map<string, T> | undefined;
      if (!known) byOwner.set(owner, (known = new Map<string, T>()));
      const before = known.get(key);
      if (before !== undefined) return before;
      const value = work();
      known.set(key, value);
      return value;
    },
  };
}
