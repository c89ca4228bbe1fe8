/** The address of the service as users type it. It imports nothing, so the pane loads it at no cost. */

/** Adds the scheme to an address that a user typed without one. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  return text === "" || text.includes("://") ? text : `https://${text}`;
}
