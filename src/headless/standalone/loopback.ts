/** The names by which a machine reaches itself, in URLs and as addresses to listen at. */

const NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

/** @param host Of IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  return NAMES.has(host.replace(/^\[|\]$/g, ""));
}
