/**
 * The components that views of other chunks are made of. They take them from the pane instead of importing them: a module that two
 * chunks share is bundled apart, and the pane's first load would grow by 4 kB.
 */
import { createContext, useContext } from "react";
import type { kit } from "./kitParts";

export type Kit = typeof kit;

const KitContext = createContext<Kit | undefined>(undefined);

export const KitProvider = KitContext.Provider;

export function useKit(): Kit {
  const parts = useContext(KitContext);
  if (!parts) throw new Error("The view is shown outside of KitProvider.");
  return parts;
}
