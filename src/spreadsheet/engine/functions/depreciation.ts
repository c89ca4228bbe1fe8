/** What an asset loses in value, by the methods of depreciation. */
import { doubt } from "../doubt";
import { DIV0, NUM } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { row, type Table } from "../parameters";
import type { CellError } from "../values";

function straightLine(cost: number, salvage: number, life: number): number | CellError {
  return life === 0 ? DIV0 : (cost - salvage) / life;
}

function sumOfYears(cost: number, salvage: number, life: number, period: number): number | CellError {
  if (salvage < 0 || life <= 0 || period <= 0 || period > life) return NUM;
  return ((cost - salvage) * (life - period + 1) * 2) / (life * (life + 1));
}

/** DDB: a share of what is left, but never below the salvage value. */
function declining(cost: number, salvage: number, life: number, period: number, factor = 2): number | CellError {
  if (cost < 0 || salvage < 0 || life <= 0 || period <= 0 || period > life || factor <= 0) return NUM;
  const share = Math.min(1, factor / life);
  const before = share === 1 ? (period === 1 ? cost : 0) : cost * (1 - share) ** (period - 1);
  return Math.max(0, before - Math.max(salvage, cost * (1 - share) ** period));
}

/** DB: a fixed share of three decimals. @param months The months of the first year. */
function fixedDeclining(
  this: Evaluation,
  cost: number,
  salvage: number,
  life: number,
  period: number,
  months = 12,
): number | CellError {
  const [years, year, ofFirst] = [Math.trunc(life), Math.trunc(period), Math.trunc(months)];
  if (cost < 0 || salvage < 0 || life <= 0 || period <= 0 || ofFirst < 1 || ofFirst > 12) return NUM;
  if (year > years + (months < 12 ? 1 : 0)) return NUM;
  if (year === 0) doubt("DB is not known for the period 0.");
  if (cost === 0) return 0;
  const share = Math.round((1 - (salvage / cost) ** (1 / life)) * 1000) / 1000;
  this.spend(year);
  let written = (cost * share * ofFirst) / 12;
  if (year === 1) return written;
  for (let each = 2; each < year; each++) written += (cost - written) * share;
  return (cost - written) * share * (year > years ? (12 - ofFirst) / 12 : 1);
}

/** VDB: a share of what is left, or the same amount for each period once that is more. */
function variableDeclining(
  this: Evaluation,
  cost: number,
  salvage: number,
  life: number,
  start: number,
  end: number,
  factor = 2,
  noSwitch = false,
): number | CellError {
  if (cost < 0 || salvage < 0 || life <= 0 || start < 0 || end < start || end > life || factor < 0) return NUM;
  if (!Number.isInteger(start)) doubt("VDB is not known for a start within a period.");
  if (salvage > cost) doubt("VDB is not known if the salvage value is higher than the cost.");
  this.spend(end);
  let [sum, left] = [0, cost];
  let straight: number | undefined;
  for (let period = 0; period < Math.ceil(end); period++) {
    const declined = Math.min(left - salvage, left * Math.min(1, factor / life));
    const equal = (left - salvage) / (life - period);
    if (!noSwitch && equal > declined) straight ??= equal;
    const amount = Math.max(0, straight === undefined ? declined : Math.min(straight, left - salvage));
    sum += amount * Math.max(0, Math.min(end, period + 1) - Math.max(start, period));
    left -= amount;
  }
  return sum;
}

export const DEPRECIATION: Table = {
  SLN: row("number number number", straightLine),
  SYD: row("number number number number", sumOfYears),
  DB: row("number number number number number?", fixedDeclining),
  DDB: row("number number number number number?", declining),
  VDB: row("number number number number number number?? logical?", variableDeclining),
};
