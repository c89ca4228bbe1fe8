/** The address of the service as users type it. */

/** Adds the scheme to an address that a user typed without one. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  return text === "" || text.includes("://") ? text : `https://${text}`;
}
