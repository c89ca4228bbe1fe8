import { isClassicErrorCode, isErrorCode, isWaitingCode } from "../../../src/spreadsheet/cells/errorCodes";

test.each(["#N/A", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#DIV/0!", "#NULL!"])(
  "%s is known to every program",
  (code) => {
    expect([isErrorCode(code), isClassicErrorCode(code), isWaitingCode(code)]).toEqual([true, true, false]);
  },
);

test.each(["#SPILL!", "#CALC!", "#FIELD!", "#BLOCKED!", "#UNKNOWN!"])("%s is an error of newer programs", (code) => {
  expect([isErrorCode(code), isClassicErrorCode(code), isWaitingCode(code)]).toEqual([true, false, false]);
});

test.each(["#BUSY!", "#GETTING_DATA", "#CONNECT!"])("%s says that the cell waits", (code) => {
  expect([isErrorCode(code), isWaitingCode(code)]).toEqual([true, true]);
});

test.each(["", "#", "# N/A", "#n/a", "N/A", 42, null, undefined])("%p is no error", (value) => {
  expect([isErrorCode(value), isClassicErrorCode(value), isWaitingCode(value)]).toEqual([false, false, false]);
});
