/** All functions by name, in capitals. */
import type { FunctionRow, Table } from "../parameters";
import { AGGREGATES } from "./aggregates";
import { ARRAYS } from "./arrays";
import { CRITERIA } from "./criteria";
import { DATABASE } from "./database";
import { DATES } from "./dates";
import { DISTRIBUTIONS } from "./distributions";
import { INFORMATION } from "./information";
import { INTEGERS } from "./integers";
import { LAMBDAS } from "./lambdas";
import { LOGIC } from "./logic";
import { LOOKUPS } from "./lookups";
import { MATRICES } from "./matrices";
import { POWERS, TRIGONOMETRY } from "./powers";
import { REFERENCES } from "./references";
import { REGRESSION } from "./regression";
import { ROUNDING } from "./rounding";
import { SORTS } from "./sorts";
import { STATISTICS } from "./statistics";
import { SUBTOTALS } from "./subtotals";
import { TEXT_FORMATS } from "./textFormats";
import { TEXT_LISTS } from "./textLists";
import { TEXT_VALUES } from "./textValues";
import { TEXTS } from "./texts";
import { WORKDAYS } from "./workdays";

const TABLES: readonly Table[] = [
  AGGREGATES,
  ARRAYS,
  CRITERIA,
  DATABASE,
  DATES,
  DISTRIBUTIONS,
  INFORMATION,
  INTEGERS,
  LAMBDAS,
  LOGIC,
  LOOKUPS,
  MATRICES,
  POWERS,
  REFERENCES,
  REGRESSION,
  ROUNDING,
  SORTS,
  STATISTICS,
  SUBTOTALS,
  TEXTS,
  TEXT_FORMATS,
  TEXT_LISTS,
  TEXT_VALUES,
  TRIGONOMETRY,
  WORKDAYS,
];

export const FUNCTIONS: ReadonlyMap<string, FunctionRow> = new Map(TABLES.flatMap((table) => Object.entries(table)));
