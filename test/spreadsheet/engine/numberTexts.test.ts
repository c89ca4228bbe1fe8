/** Texts as numbers: the same in every country, or in doubt. */
import fc from "fast-check";
import { textOfNumber } from "../../../src/spreadsheet/engine/coercion";
import { numberOfText } from "../../../src/spreadsheet/engine/numberTexts";
import { dayOfSerial, END_OF_TIME } from "../../../src/spreadsheet/engine/calendar";

const NUMBERS: readonly (readonly [text: string, number: number])[] = [
  [" 42 ", 42],
  ["-1,234.5", -1234.5],
  ["1,234.50-", -1234.5],
  ["(5)", -5],
  ["5%", 0.05],
  [".5", 0.5],
  ["1.5e+3", 1500],
  ["$1,000", 1000],
  ["23€", 23],
  ["12345678901234567890", 12345678901234500000],
  ["2026-03-01", 46082],
  ["2026/3/1", 46082],
  ["2026-03", 46082],
  ["1900-02-29", 60],
  ["2026-03-01 12:00", 46082.5],
  ["36:00", 1.5],
  ["1:30 pm", 0.5625],
];

it.each(NUMBERS)('"%s" is a number in every country', (text, number) => {
  expect(numberOfText(text)).toBe(number);
});

const NO_NUMBERS = [
  "",
  " ",
  "abc",
  "FY26",
  "FY26 Plan",
  "Q1 2026",
  "2026-Q1",
  "12abc",
  "Market 1",
  "2026-02-30",
  "2026/27",
  "2024-2025",
  "4711-0815",
  "3+9",
  "#12",
  "<5",
  "12_3",
  "1:30PM x",
  "13:00 PM",
  " 2026-03-01",
  "1.5E",
  "--5",
];

it.each(NO_NUMBERS)('"%s" is a text in every country', (text) => {
  expect(numberOfText(text)).toBeUndefined();
});

const UNSURE = [
  "1/2",
  "1.2.2026",
  "3-2-2026",
  "1,5",
  "1.234.567",
  "1 234",
  "Jan 2026",
  "2-févr-26",
  "5 Mai",
  "12:75",
  "kr 5",
  "£5",
  "23$",
  "1,5E3",
  "２０２４",
  "2024年1月1日",
  "R6.4.1",
  "5 %",
  "\u00a05",
];

it.each(UNSURE)('"%s" depends on the country', (text) => {
  expect(numberOfText(text)).toBe("unsure");
});

it("reads the number that it writes", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }), (number) => {
      const shown = Number(number.toPrecision(15));
      fc.pre(shown === 0 || Math.abs(shown) > 1e-9);
      expect(numberOfText(textOfNumber(number))).toBe(shown === 0 ? 0 : shown);
    }),
  );
});

it("reads SAP's trailing minus as a leading one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const amount = `${whole.toLocaleString("en-US")}.${String(cents).padStart(2, "0")}`;
      expect(numberOfText(`${amount}-`)).toBe(numberOfText(`-${amount}`));
    }),
  );
});

it("reads every day from its ISO date", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: END_OF_TIME - 1 }), (serial) => {
      const { year, month, day } = dayOfSerial(serial);
      const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
      expect(numberOfText(text)).toBe(serial);
    }),
  );
});
