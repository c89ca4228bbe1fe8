/** Functions that are not calculated here: Excel's own, and those that only an add-in, a macro or a data type knows. */

import leven from "leven";
import { FUNCTIONS } from "./functions/functionTable";

/** Excel's own. */
const EXCEL: ReadonlySet<string> = new Set(
  `
  AMORDEGRC AMORLINC ASC BAHTTEXT BESSELI BESSELJ BESSELK BESSELY BETA.DIST BETA.INV BETADIST BETAINV BIN2HEX BIN2OCT
  BINOM.DIST.RANGE BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR CALL CHIDIST CHIINV CHISQ.DIST CHISQ.DIST.RT
  CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHITEST COMPLEX CONFIDENCE.T CONVERT COPILOT CRITBINOM CUBEKPIMEMBER CUBEMEMBER
  CUBEMEMBERPROPERTY CUBERANKEDMEMBER CUBESET CUBESETCOUNT CUBEVALUE DBCS DELTA DETECTLANGUAGE ENCODEURL ERF ERF.PRECISE
  ERFC ERFC.PRECISE EUROCONVERT F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FDIST FIELDVALUE FILTERXML FINV FINDB FORECAST.ETS
  FORECAST.ETS.CONFINT FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORMULATEXT FTEST GAMMA GAMMA.DIST GAMMA.INV GAMMADIST
  GAMMAINV GAMMALN GAMMALN.PRECISE GESTEP GETPIVOTDATA GROUPBY HEX2BIN HEX2OCT HYPGEOM.DIST HYPGEOMDIST IMABS IMAGE
  IMAGINARY IMARGUMENT IMCONJUGATE IMCOS IMCOSH IMCOT IMCSC IMCSCH IMDIV IMEXP IMLN IMLOG10 IMLOG2 IMPOWER IMPRODUCT
  IMREAL IMSEC IMSECH IMSIN IMSINH IMSQRT IMSUB IMSUM IMTAN IMPORTCSV IMPORTTEXT INFO ISFORMULA JIS LEFTB LENB MIDB
  NEGBINOM.DIST NEGBINOMDIST OCT2BIN OCT2HEX ODDFPRICE ODDFYIELD ODDLPRICE ODDLYIELD PERCENTOF PHONETIC PIVOTBY PY
  REGEXEXTRACT REGEXREPLACE REGEXTEST REGISTER.ID REPLACEB RIGHTB RTD SEARCHB SHEET SHEETS SQL.REQUEST STOCKHISTORY T.DIST
  T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TDIST TINV TRANSLATE TRIMRANGE TTEST WEBSERVICE WEIBULL WEIBULL.DIST Z.TEST
  ZTEST PRICEMAT YIELDMAT PERMUTATIONA ISOMITTED
`
    .trim()
    .split(/\s+/),
);

/** How files write a field of a data type, as in A1.Price. */
const FIELD = "_FV";

/** How files write a range that is cut to its used cells, as in A1:.B9. */
const CUT = /^_TR[OAL]_/;

/** @param name In capitals. */
export function isExcelFunction(name: string): boolean {
  return EXCEL.has(name) || CUT.test(name);
}

/** How Google Sheets writes a function that Excel does not have. */
const OF_GOOGLE = "__XLUDF.DUMMYFUNCTION";

/**
 * Returns why a function is not calculated here.
 * @param name In capitals.
 * @param own The names of the custom functions that are calculated, in capitals.
 */
export function problemOfFunction(name: string, own: readonly string[] = []): string {
  if (name === FIELD) return "The formula reads a field of a data type, which only Excel knows.";
  if (name === OF_GOOGLE) return "The formula calls a function that only Google Sheets knows.";
  if (CUT.test(name)) return "A range that is cut to its used cells, such as A1:.B9, is not calculated here.";
  if (EXCEL.has(name)) return `Excel's function ${name} cannot be calculated here.`;
  const meant = [...own, ...FUNCTIONS.keys(), ...EXCEL].find((known) => isNear(name, known));
  if (meant !== undefined) return `There is no function ${name}. Did you mean ${meant}?`;
  const namespace = name.slice(0, name.indexOf(".") + 1);
  if (namespace !== "" && own.some((known) => known.startsWith(namespace)))
    return `There is no function ${name}. Check its spelling.`;
  return `The function ${writtenName(name)} is not Excel's own. Those of other add-ins and macros work in Excel only.`;
}

/** The letters from which on two of them may be wrong. */
const LONG = 8;

function isNear(name: string, known: string): boolean {
  const most = name.length >= LONG ? 2 : 1;
  return name.length > 3 && leven(name, known, { maxDistance: most + 1 }) <= most;
}

/** Files write the function of an add-in for the web as _xldudf_NAMESPACE_NAME. */
function writtenName(name: string): string {
  return name.startsWith("_XLDUDF_") ? name.slice("_XLDUDF_".length).replace("_", ".") : name;
}

/** Returns how people call a function whose value is kept. */
export function foreignName(name: string): string {
  return name === FIELD ? "fields of data types" : writtenName(name);
}
