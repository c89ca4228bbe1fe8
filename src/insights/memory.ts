/** Caches what is computed from the plans and answers of a generation, such as indexes. */
export interface Memory {
  /**
   * Returns the value of `compute` for the key, computed on the first call. The cache lives as long as `owner`, such as a list of
   * plans or an answer. Errors are not cached.
   */
  recall<T>(owner: object, key: string, compute: () => T): T;
}

export function createMemory(): Memory {
  const byOwner = new WeakMap<object, Map<string, unknown>>();
  return {
    recall<T>(owner: object, key: string, compute: () => T): T {
      let known = byOwner.get(owner) as Map<string, T> | undefined;
      if (!known) byOwner.set(owner, (known = new Map<string, T>()));
      const before = known.get(key);
      if (before !== undefined) return before;
      const value = compute();
      known.set(key, value);
      return value;
    },
  };
}
