/**
 * How a LAMBDA that calls itself by a defined name is written in one formula: `LET(_xlrec.Name,LAMBDA(…_xlrec.Name(…)…),_xlrec.Name)`.
 * In Excel's own LET, a LAMBDA cannot call itself, so such names differ from all that people write.
 */
const PREFIX = "_xlrec.";

export function recursiveName(name: string): string {
  return PREFIX + name;
}

export function isRecursiveName(name: string): boolean {
  return name.toLowerCase().startsWith(PREFIX);
}
