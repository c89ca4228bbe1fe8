/** Held here because some realms (a test runner's) look globals up slowly, and this is needed for every letter. */
const { imul } = Math;

/** FNV-1a over UTF-16 code units: a number of 32 bits that is hardly ever the same for two texts. Saved ledgers rely on it. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
