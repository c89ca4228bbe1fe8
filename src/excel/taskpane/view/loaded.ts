import { useEffect, useState } from "react";

/** The loaded content, or the error of loading it; neither while it is loading. */
export interface Loaded<T> {
  readonly content?: T;
  readonly error?: string;
}

/** Loads code for a view once it is shown. A view that cannot be loaded must not take the pane with it. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({});
  useEffect(() => {
    let isShown = true;
    const show = (next: Loaded<T>) => isShown && setLoaded(next);
    load().then(
      (content) => show({ content }),
      (error: unknown) => show({ error: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isShown = false;
    };
  }, [load]);
  return loaded;
}
