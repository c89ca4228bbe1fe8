/** Says which error a formula hides, such as by IFERROR. */

/** Places that a text names. Copies of one formula often hide the same error. */
const MOST_PLACES = 10;

/** @param places The addresses of the formulas, such as "Plan!B4"; none if it is clear which formula is meant. */
export function hiddenErrorText(places: readonly string[], message: string): string {
  const [place] = places;
  const what = "something else in place of an error:";
  if (place === undefined) return `The formula shows ${what} ${message}`;
  if (places.length === 1) return `The formula in ${place} shows ${what} ${message}`;
  const named = places.slice(0, MOST_PLACES).join(", ");
  const rest = places.length - MOST_PLACES;
  const more = rest > 0 ? ` and ${rest.toLocaleString("en-US")} more` : "";
  return `The formulas in ${named}${more} show ${what} ${message}`;
}
