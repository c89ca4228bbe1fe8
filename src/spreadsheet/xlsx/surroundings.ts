/** Finds what a changed file needs: a new signature, results that Excel recalculates on load. */
import type { OfficePackage } from "./package";
import { childNamed, isTrue, parseXml, type XmlElement } from "./xml";
import { relationsOf } from "./relations";
import type { Workbook } from "./workbook";

/** True if the file has a digital signature. Any change makes it invalid. */
export async function isSigned({ zip }: OfficePackage): Promise<boolean> {
  return (await relationsOf(zip, "")).some(({ type }) => type === "origin");
}

/** True if Excel calculates all formulas when it opens the workbook. */
export async function calculatesOnLoad(workbook: Workbook): Promise<boolean> {
  return isTrue((await calculationOf(workbook)).fullCalcOnLoad);
}

/** True if the values that the file keeps for its formulas may be old: calculated on load, or saved before all were calculated. */
export async function areKeptValuesOld(workbook: Workbook): Promise<boolean> {
  const { fullCalcOnLoad, calcCompleted = "1" } = await calculationOf(workbook);
  return isTrue(fullCalcOnLoad) || !isTrue(calcCompleted);
}

async function calculationOf({ zip, xmlPart }: Workbook): Promise<XmlElement["attributes"]> {
  return childNamed(parseXml(await zip.text(xmlPart), xmlPart), "calcPr")?.attributes ?? {};
}
