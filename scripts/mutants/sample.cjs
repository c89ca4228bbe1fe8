// A sample of mutants: of each room its share, and the same again for the same seed.
const { uniformInt } = require("pure-rand/distribution/uniformInt");
const { xoroshiro128plus } = require("pure-rand/generator/xoroshiro128plus");

/**
 * @template T
 * @param {Record<string, T[]>} rooms all that there is, by room
 * @param {number} count how many are wanted in all; each room gives at least one
 * @param {number} seed
 * @returns {Record<string, T[]>}
 */
function sampleOf(rooms, count, seed) {
  const all = Object.values(rooms).reduce((sum, { length }) => sum + length, 0);
  const shares = Object.entries(rooms).map(([room, items]) => {
    const share = Math.max(1, Math.round((items.length / all) * count));
    return [room, drawn(items, share, seed)];
  });
  return Object.fromEntries(shares);
}

/**
 * So many of a list, in the list's order; each as likely as any other.
 * @template T
 * @param {T[]} items
 * @param {number} count
 * @param {number} seed
 */
function drawn(items, count, seed) {
  const random = xoroshiro128plus(seed);
  const left = items.map((_item, at) => at);
  const places = Array.from({ length: Math.min(count, items.length) }, () => {
    const [place = 0] = left.splice(uniformInt(random, 0, left.length - 1), 1);
    return place;
  });
  return places.sort((one, other) => one - other).flatMap((place) => items.slice(place, place + 1));
}

module.exports = { sampleOf };
