/** Functions that are not calculated here: Excel's own, and those that only an add-in, a macro or a data type knows. */

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

/** Returns why a function is not calculated here. @param name In capitals. */
export function problemOfFunction(name: string): string {
  if (name === FIELD) return "The formula reads a field of a data type, which only Excel knows.";
  if (CUT.test(name)) return "A range that is cut to its used cells, such as A1:.B9, is not calculated here.";
  if (EXCEL.has(name)) return `Excel's function ${name} cannot be calculated here.`;
  return `The function ${name} cannot be calculated here. Check its spelling; those of other add-ins and macros work in Excel only.`;
}

/** Returns how people call a function whose value is kept. */
export function foreignName(name: string): string {
  return name === FIELD ? "fields of data types" : name;
}
