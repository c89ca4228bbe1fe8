/** Numbers as a sentence says them. FIXED has no format code, which would differ by language. The functions return expressions. */

/** Returns a size such as "1.5 m", "320 k" or "75". */
export function spokenSize(number: string): string {
  const size = `ABS(${number})`;
  const thousands = `IF(${size}>=999.5,FIXED(${size}/1000,0)&" k",FIXED(${size},0))`;
  const millions = `IF(${size}>=999500,FIXED(${size}/1000000,1)&" m",${thousands})`;
  return `IF(${size}>=999950000,FIXED(${size}/1000000000,1)&" bn",${millions})`;
}

/** Returns a variance such as "−1.5 m" or, of a ratio, "+0.4 pp". */
export function spokenVariance(number: string, unit: "amount" | "volume" | "ratio"): string {
  const size = unit === "ratio" ? `FIXED(ABS(${number}),1)&" pp"` : spokenSize(number);
  return `${spokenSign(number)}&${size}`;
}

/** Returns a share such as "18.2 %". */
export function spokenShare(number: string): string {
  return `IF(${number}<0,"−","")&FIXED(100*ABS(${number}),1)&" %"`;
}

/** Returns a text such as "1.5 m below Budget"; #N/A unless both are numbers. @param against An expression. */
export function spokenDifference(own: string, base: string, against: string): string {
  const difference = `(${own}-${base})`;
  const compared = `IF(ABS${difference}<0.5,"as in ",${spokenSize(difference)}&${spokenDirection(difference)})&${against}`;
  return `IF(COUNT(${own},${base})<2,NA(),${compared})`;
}

export function spokenDirection(difference: string): string {
  return `IF(${difference}<0," below "," above ")`;
}

export function spokenSign(number: string): string {
  return `IF(${number}<0,"−","+")`;
}
