/** All functions by name, in capitals. */
import type { FunctionRow, Table } from "../parameters";
import { AGGREGATES } from "./aggregates";
import { CRITERIA } from "./criteria";
import { DATES } from "./dates";
import { INTEGERS } from "./integers";
import { MATRICES } from "./matrices";
import { POWERS, TRIGONOMETRY } from "./powers";
import { ROUNDING } from "./rounding";
import { SUBTOTALS } from "./subtotals";
import { TEXT_FORMATS } from "./textFormats";
import { TEXT_LISTS } from "./textLists";
import { TEXTS } from "./texts";
import { TEXT_VALUES } from "./textValues";
import { WORKDAYS } from "./workdays";

const TABLES: readonly Table[] = [
  AGGREGATES,
  CRITERIA,
  DATES,
  INTEGERS,
  MATRICES,
  POWERS,
  ROUNDING,
  SUBTOTALS,
  TEXTS,
  TEXT_FORMATS,
  TEXT_LISTS,
  TEXT_VALUES,
  TRIGONOMETRY,
  WORKDAYS,
];

export const FUNCTIONS: ReadonlyMap<string, FunctionRow> = new Map(TABLES.flatMap((table) => Object.entries(table)));
