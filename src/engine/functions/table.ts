/** All functions by name, in capitals. */
import type { FunctionRow, Table } from "../parameters";
import { AGGREGATES } from "./aggregates";
import { CRITERIA } from "./criteria";
import { INTEGERS } from "./integers";
import { MATRICES } from "./matrices";
import { POWERS, TRIGONOMETRY } from "./powers";
import { ROUNDING } from "./rounding";
import { SUBTOTALS } from "./subtotals";

const TABLES: readonly Table[] = [AGGREGATES, CRITERIA, INTEGERS, MATRICES, POWERS, ROUNDING, SUBTOTALS, TRIGONOMETRY];

export const FUNCTIONS: ReadonlyMap<string, FunctionRow> = new Map(TABLES.flatMap((table) => Object.entries(table)));
