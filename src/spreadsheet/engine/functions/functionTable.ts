/** All functions by name, in capitals. */
import type { FunctionRow, Table } from "../parameters";
import { AGGREGATES } from "./aggregates";
import { ANNUITIES } from "./annuities";
import { ARRAYS } from "./arrays";
import { BONDS } from "./bonds";
import { CASH_FLOWS } from "./cashFlows";
import { COUPONS } from "./coupons";
import { CRITERIA } from "./criteria";
import { DATABASE } from "./database";
import { DATES } from "./dates";
import { DEPRECIATION } from "./depreciation";
import { DISTRIBUTIONS } from "./distributions";
import { INFORMATION } from "./information";
import { INTEGERS } from "./integers";
import { INTEREST } from "./interest";
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
import { STRINGS } from "./texts";
import { WORKDAYS } from "./workdays";

const TABLES: readonly Table[] = [
  AGGREGATES,
  ANNUITIES,
  ARRAYS,
  BONDS,
  CASH_FLOWS,
  COUPONS,
  CRITERIA,
  DATABASE,
  DATES,
  DEPRECIATION,
  DISTRIBUTIONS,
  INFORMATION,
  INTEGERS,
  INTEREST,
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
  STRINGS,
  TEXT_FORMATS,
  TEXT_LISTS,
  TEXT_VALUES,
  TRIGONOMETRY,
  WORKDAYS,
];

export const FUNCTIONS: ReadonlyMap<string, FunctionRow> = new Map(TABLES.flatMap((table) => Object.entries(table)));
