/** Annuities, cash flows, depreciation, bonds and interest. Most results are those of Microsoft's documentation. */
import { calculate, type CellValues } from "../calculate";

const DOUBT = expect.stringMatching("^doubt");
const near = (value: number): unknown => expect.closeTo(value, 6);
const cents = (value: number): unknown => expect.closeTo(value, 2);

const CELLS: CellValues = {
  "A1:A5": [[-10000], [2750], [4250], [3250], [2750]],
  "B1:B5": [[39448], [39508], [39751], [39859], [39904]],
  "C1:C3": [[-100], ["text"], [110]],
  "D1:D3": [[39448], [39508], [39813]],
};

const ANSWERS: readonly (readonly [formula: string, result: unknown])[] = [
  ["PMT(8%/12,10,10000)", cents(-1037.03)],
  ["PMT(0,10,1000)", -100],
  ["PMT(-1,10,1000)", "#NUM!"],
  ["PMT(8%/12,10,10000,0,2)", cents(-1030.16)],
  ["FV(6%/12,10,-200,-500,1)", cents(2581.4)],
  ["FV(-1,-2,-200)", "#DIV/0!"],
  ["PV(8%/12,240,500)", cents(-59777.15)],
  ["NPER(12%/12,-100,-1000,10000)", cents(60.08)],
  ["NPER(0,0,100)", "#NUM!"],
  ["IPMT(10%/12,1,36,8000)", cents(-66.67)],
  ["IPMT(10%,1,3,8000,0,1)", 0],
  ["IPMT(10%,4,3,8000)", "#NUM!"],
  ["PPMT(8%,10,10,200000)", cents(-27598.05)],
  ["CUMIPMT(9%/12,360,125000,13,24,0)", cents(-11135.23)],
  ["CUMPRINC(9%/12,360,125000,13,24,0)", cents(-934.11)],
  ["CUMIPMT(9%/12,360,125000,13,24,2)", "#NUM!"],
  ["CUMPRINC(9%/12,360,125000,1,360,0)", cents(-125000)],
  ["CUMIPMT(9%/12,360,125000,1,361,0)", "#NUM!"],
  ["CUMIPMT(9%/12,360,125000,0,12,0)", "#NUM!"],
  ["CUMIPMT(9%/12,360,125000,13,12,0)", "#NUM!"],
  ["CUMIPMT(0,360,125000,13,24,0)", "#NUM!"],
  ["ISPMT(10%/12,1,36,8000000)", cents(-64814.81)],
  ["RATE(48,-200,8000)", near(0.007701)],
  ["RATE(360,-1500,250000)*12", near(0.06007)],
  ["RATE(5,100,800)", "#NUM!"],
  ["RATE(3300,-200,8000)", DOUBT],
  ["NPV(0.1,-10000,3000,4200,6800)", cents(1188.44)],
  ["NPV(-1,1)", "#DIV/0!"],
  ["IRR({-70000;12000;15000;18000;21000;26000})", near(0.086631)],
  ["IRR({-70000;12000;15000;18000;21000})", near(-0.021245)],
  ["IRR({-1,4000})", near(3999)],
  ["IRR({1,2})", "#NUM!"],
  ["IRR({-1000,6000,-11000,6000})", DOUBT],
  ["MIRR({-120000;39000;30000;21000;37000;46000},10%,12%)", near(0.126094)],
  ["MIRR({1,2},10%,12%)", "#DIV/0!"],
  ["XNPV(0.09,A1:A5,B1:B5)", cents(2086.65)],
  ["XNPV(0,A1:A5,B1:B5)", "#NUM!"],
  ["XNPV(0.09,C1:C3,D1:D3)", "#NUM!"],
  ["XIRR(A1:A5,B1:B5)", near(0.373363)],
  ["XIRR(A1:A5,B1:B5,-0.5)", DOUBT],
  ["XIRR(C1:C3,D1:D3)", "#VALUE!"],
  ["XIRR(A2:A5,B2:B5)", "#NUM!"],
  ["SLN(30000,7500,10)", 2250],
  ["SYD(30000,7500,10,1)", cents(4090.91)],
  ["SYD(290,2,5,0.1)", near(113.28)],
  ["DB(1000000,100000,6,1,7)", cents(186083.33)],
  ["DB(1000000,100000,6,7,7)", cents(15845.1)],
  ["DB(1000000,100000,6,7)", "#NUM!"],
  ["DB(0,0,6,1)", 0],
  ["DB(1000,100,5,0.5)", DOUBT],
  ["DDB(2400,300,10,10)", cents(22.12)],
  ["VDB(2400,300,120,6,18,1.5)", cents(311.81)],
  ["VDB(2400,300,10,0,0.875,1.5)", 315],
  ["VDB(300,2400,10,0,5)", DOUBT],
  ["PRICE(DATE(2008,2,15),DATE(2017,11,15),5.75%,6.5%,100,2,0)", near(94.634362)],
  ["YIELD(DATE(2008,2,15),DATE(2016,11,15),5.75%,95.04287,100,2,0)", near(0.065)],
  ["YIELD(DATE(2008,2,15),DATE(2016,11,15),1%,500,100,2)", DOUBT],
  ["DURATION(DATE(2018,7,1),DATE(2048,1,1),8%,9%,2,1)", near(10.919145)],
  ["MDURATION(DATE(2008,1,1),DATE(2016,1,1),8%,9%,2,1)", near(5.73567)],
  ["COUPDAYBS(DATE(2011,1,25),DATE(2011,11,15),2,1)", 71],
  ["COUPDAYSNC(DATE(2011,1,25),DATE(2011,11,15),2,0)", 110],
  ["COUPPCD(DATE(2020,3,1),DATE(2020,8,31),4)", 43890],
  ["COUPNUM(DATE(2007,1,25),DATE(2008,11,15),2,1)", 4],
  ["COUPNUM(DATE(2007,1,25),DATE(2008,11,15),3)", "#NUM!"],
  ["ACCRINT(DATE(2008,3,1),DATE(2008,8,31),DATE(2008,5,1),0.1,1000,2,0)", near(16.666667)],
  ["ACCRINT(DATE(2008,3,5),DATE(2008,8,31),DATE(2008,5,1),0.1,1000,2,0,FALSE)", near(15.555556)],
  ["ACCRINT(DATE(2008,3,1),DATE(2008,5,1),DATE(2008,8,31),0.1,1000,2,0,FALSE)", DOUBT],
  ["ACCRINT(DATE(2008,3,1),DATE(2008,5,1),DATE(2008,8,31),0.1,1000,2,0)", near(50)],
  ["ACCRINT(DATE(2008,3,1),DATE(2008,5,1),DATE(2008,8,31),0.1,1000,2,1)", DOUBT],
  ["ACCRINTM(DATE(2008,4,1),DATE(2008,6,15),0.1,1000,3)", near(20.547945)],
  ["EFFECT(5.25%,4)", near(0.053543)],
  ["NOMINAL(5.3543%,4)", near(0.0525)],
  ["RRI(96,10000,11000)", near(0.000993)],
  ["PDURATION(2.5%,2000,2200)", near(3.859866)],
  ["FVSCHEDULE(1,{0.09,0.11,0.1})", near(1.33089)],
  ["DOLLARDE(1.02,16)", near(1.125)],
  ["DOLLARFR(1.125,16)", near(1.02)],
  ["INTRATE(DATE(2008,2,15),DATE(2008,5,15),1000000,1014420,2)", near(0.05768)],
  ["RECEIVED(DATE(2008,2,15),DATE(2008,5,15),1000000,5.75%,2)", cents(1014584.65)],
  ["YIELDDISC(DATE(2008,2,16),DATE(2008,3,1),99.795,100,2)", near(0.052823)],
  ["TBILLEQ(DATE(2008,3,31),DATE(2008,6,1),9.14%)", near(0.094151)],
  ["TBILLEQ(45332,45650,0.5)", near(0.778754)],
  ["TBILLYIELD(DATE(2008,3,31),DATE(2008,6,1),98.45)", near(0.091417)],
  ["TBILLPRICE(DATE(2008,3,31),DATE(2009,6,1),9%)", "#NUM!"],
];

test.each(ANSWERS)("%s", async (formula, result) => {
  expect(await calculate(formula, CELLS)).toEqual(result);
});

test("Coupon dates are those of a workbook that counts from 1904", async () => {
  const formula = "COUPPCD(DATE(2020,3,1),DATE(2020,8,31),4)-DATE(2020,2,29)";
  expect(await calculate(formula, {}, { dateSystem: 1904 })).toBe(0);
});
