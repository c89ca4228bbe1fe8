/** From this size on a continued fraction is better than the series. */
const LARGE = 2.5;

/** Returns 1 less the error function of a number, to 15 digits. */
export function erfc(number: number): number {
  const size = Math.abs(number);
  const result = size < LARGE ? 1 - series(size) : fraction(size);
  return number < 0 ? 2 - result : result;
}

/** The error function by its Taylor series. */
function series(z: number): number {
  let [term, sum] = [z, z];
  for (let n = 1; n < 200 && Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
    term *= (-z * z) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** Returns 1 less the error function, as a continued fraction. */
function fraction(z: number): number {
  let result = 0;
  for (let n = 120; n >= 1; n--) result = n / 2 / (z + result);
  return Math.exp(-z * z) / Math.sqrt(Math.PI) / (z + result);
}
