/** The functions of dates, in both date systems. Serial numbers are those of the date system of 1900. */
import { calculate } from "../calculate";

const ANSWERS: readonly (readonly [formula: string, result: unknown])[] = [
  ["DATE(1900,2,29)", 60],
  ["DATE(2026,0,15)", 46006],
  ["DATE(26,4,23)", 9610],
  ["DATE(9999,12,32)", "#NUM!"],
  ["DATE(1900,1,-1)", "#NUM!"],
  ["YEAR(2958466)", "#NUM!"],
  ["DAY(0)", 0],
  ['MONTH("2026-03")', 3],
  ["EDATE(46053,1)", 46081],
  ["EDATE(46053,TRUE)", "#VALUE!"],
  ["EOMONTH(46053,-1.9)", 46022],
  ["TIME(25,0,0)*24", 1],
  ["TIME(0,0,-1)", "#NUM!"],
  ["HOUR(0.9999999)", 0],
  ['DATEVALUE("2026-03-01 12:00")', 46082],
  ['DATEVALUE(" 2026-03-01")', 46082],
  ['DATEVALUE("2026-02-30")', "#VALUE!"],
  ['DATEVALUE("1.3.2026")', expect.stringMatching("doubt")],
  ['DATEVALUE("46053")', "#VALUE!"],
  ['TIMEVALUE("12:00 AM")', 0],
  ['TIMEVALUE("13:00 PM")', "#VALUE!"],
  ['TIMEVALUE("36:00")', 0.5],
  ["WEEKDAY(1)", 1],
  ["WEEKDAY(46023,11)", 4],
  ["WEEKDAY(46023,4)", "#NUM!"],
  ["WEEKNUM(46022,21)", 1],
  ["WEEKNUM(46026,2)", 1],
  ["ISOWEEKNUM(DATE(2027,1,1))", 53],
  ["DAYS360(DATE(2026,2,28),DATE(2026,3,31))", 30],
  ["DAYS360(1.5,10)", expect.stringMatching("^doubt")],
  ["YEARFRAC(DATE(2024,1,1),DATE(2024,7,1),1)", 182 / 366],
  ["YEARFRAC(DATE(2011,1,15),DATE(2011,2,28),0)", 43 / 360],
  ["YEARFRAC(DATE(2011,2,28),DATE(2012,2,29),0)", 1],
  ["SUM(NETWORKDAYS(SEQUENCE(110),200,SEQUENCE(100000)+0))", expect.stringMatching("too many steps")],
  ["YEARFRAC(1,2,5)", "#NUM!"],
  ["YEARFRAC(1,2,4.9)", 1 / 360],
  ["YEARFRAC(1/0,2,5)", "#NUM!"],
  ["YEARFRAC(1,1/0,TRUE)", "#VALUE!"],
  ["YEARFRAC(1/0,2,NA())", "#N/A"],
  ["YEARFRAC(1/0,NA())", "#DIV/0!"],
  ['DATEDIF(DATE(2026,1,15),DATE(2026,3,14),"M")', 1],
  ['DATEDIF(DATE(2026,1,15),DATE(2026,3,14),"MD")', 27],
  ['DATEDIF(DATE(2026,1,31),DATE(2026,3,1),"MD")', expect.stringMatching("doubt")],
  ['DATEDIF(DATE(2023,2,28),DATE(2024,3,1),"YD")', expect.stringMatching("doubt")],
  ['DATEDIF(2,1,"D")', "#NUM!"],
  ["NETWORKDAYS(DATE(2026,1,1),DATE(2026,1,31),{46023,46027})", 20],
  ["NETWORKDAYS(DATE(2026,1,31),DATE(2026,1,1))", -22],
  ['NETWORKDAYS.INTL(46023,46053,"1111111")', 0],
  ["NETWORKDAYS.INTL(46023,46053,11)", 27],
  ["NETWORKDAYS.INTL(46023,46053,8)", "#NUM!"],
  ["WORKDAY(46023,1)", 46024],
  ["WORKDAY(46025,0)", 46025],
  ['WORKDAY.INTL(46023,1,"1111111")', "#VALUE!"],
  ["WORKDAY.INTL(46023,-1,2)", 46022],
];

it.each(ANSWERS)("%s is as in Excel", async (formula, result) => {
  expect(await calculate(formula)).toEqual(result);
});

/** 1 January 2026 is 44561 in workbooks that count from 1904. */
const SINCE_1904: readonly (readonly [formula: string, result: unknown])[] = [
  ["DATE(2026,1,1)", 44561],
  ["DATE(1903,12,31)", "#NUM!"],
  ["YEAR(A1)", 2026],
  ["DAY(0)", 1],
  ["WEEKDAY(A1)", 5],
  ["EDATE(A1,1)", 44592],
  ["WORKDAY(A1,1,A1+1)", 44565],
  ["NETWORKDAYS(A1,A1+4,A1+1)", 2],
  ['NETWORKDAYS(A1,A1+4,"2026-01-02")', 2],
  ['DATEVALUE("2026-01-01")', 44561],
  ['VALUE("2026-01-01")', 44561],
  ['VALUE("1900-01-01")', "#VALUE!"],
  ['TEXT(A1,"yyyy-mm-dd")', "2026-01-01"],
  ['TEXT("2026-01-01","yyyy-mm-dd")', "2026-01-01"],
  ['TEXT(1.5,"[h]:mm")', "36:00"],
  ["TODAY()", 44561],
];

it.each(SINCE_1904)("%s is as in Excel since 1904", async (formula, result) => {
  const now = () => new Date(2026, 0, 1, 12).getTime();
  expect(await calculate(formula, { A1: 44561 }, { dateSystem: 1904, now })).toEqual(result);
});
