/** Moments in words. */
import { momentInWords, resultsTimeInWords, shortResultsTime } from "../../../src/numbers/language/moments";

test("What a user does is told by this computer's clock", () => {
  expect(momentInWords(new Date(2026, 2, 4, 9, 5, 7).getTime())).toBe("4 Mar 2026, 09:05");
  expect(momentInWords(new Date(2026, 11, 31, 23, 59).getTime())).toBe("31 Dec 2026, 23:59");
});

test("When results were computed is told in UTC, with seconds if they matter", () => {
  const time = Date.UTC(2026, 10, 28, 11, 45, 9);
  expect(resultsTimeInWords(time)).toBe("28 Nov 2026, 11:45 UTC");
  expect(resultsTimeInWords(time, true)).toBe("28 Nov 2026, 11:45:09 UTC");
  expect(shortResultsTime(time, Date.UTC(2026, 10, 28, 23))).toBe("11:45 UTC");
  expect(shortResultsTime(time, Date.UTC(2026, 10, 29, 1))).toBe("28 Nov");
});
