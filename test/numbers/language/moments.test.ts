/** Moments in words. */
import { clockInWords, dayInWords, dayOfYearInWords, momentInWords } from "../../../src/numbers/language/moments";

const TIME = new Date(2026, 2, 4, 9, 5, 7).getTime();

test("A moment is written by day, month, year and a clock of 24 hours", () => {
  expect(momentInWords(TIME)).toBe("4 Mar 2026, 09:05");
  expect(dayInWords(TIME)).toBe("4 Mar 2026");
  expect(dayOfYearInWords(TIME)).toBe("4 Mar");
  expect(clockInWords(TIME, true)).toBe("09:05:07");
  expect(momentInWords(new Date(2026, 11, 31, 23, 59).getTime())).toBe("31 Dec 2026, 23:59");
});
