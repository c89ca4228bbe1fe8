/** All functions by name, in capitals. */
import type { FunctionRow, Table } from "../parameters";
import { AGGREGATES } from "./aggregates";
import { ARRAYS } from "./arrays";
import { CRITERIA } from "./criteria";
import { DATABASE } from "./database";
import { INFORMATION } from "./information";
import { LAMBDAS } from "./lambdas";
import { LOGIC } from "./logic";
import { LOOKUPS } from "./lookups";
import { REFERENCES } from "./references";
import { SORTS } from "./sorts";
import { SUBTOTALS } from "./subtotals";

const TABLES: readonly Table[] = [
  AGGREGATES,
  ARRAYS,
  CRITERIA,
  DATABASE,
  INFORMATION,
  LAMBDAS,
  LOGIC,
  LOOKUPS,
  REFERENCES,
  SORTS,
  SUBTOTALS,
];

export const FUNCTIONS: ReadonlyMap<string, FunctionRow> = new Map(TABLES.flatMap((table) => Object.entries(table)));
