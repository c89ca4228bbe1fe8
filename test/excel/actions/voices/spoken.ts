/** Numbers as sentences say them, read back. */

interface SpokenNumber {
  readonly value: number;
  /** Half of the last digit. */
  readonly tolerance: number;
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  bn: 1e9,
  "%": 0.01,
  pp: 0.01,
};

/** Reads a text such as "−1.5 m", "+12.3 %" or "1,234 USD"; undefined if it has no number. */
function readSpoken(text: string): SpokenNumber | undefined {
  const [, sign, digits = "", unit = ""] = /^([+−-]?)([\d,]+(?:\.\d+)?)(?:\s(k|m|bn|%|pp)(?!\w))?/.exec(text) ?? [];
  if (digits === "") return undefined;
  const scale = SCALES[unit] ?? 1;
  const decimals = digits.split(".")[1]?.length ?? 0;
  const size = Number(digits.replaceAll(",", "")) * scale;
  return {
    value: sign === "−" || sign === "-" ? -size : size,
    tolerance: 0.5 * 10 ** -decimals * scale,
  };
}

/** True if the text says the number, rounded. */
export function says(text: string, number: number): boolean {
  const spoken = readSpoken(text);
  if (!spoken) return false;
  return Math.abs(spoken.value - number) <= spoken.tolerance + 1e-9 * Math.max(1, Math.abs(number));
}
