/** All functions by name, in capitals. */
import type { FunctionRow, Table } from "../parameters";

const TABLES: readonly Table[] = [];

export const FUNCTIONS: ReadonlyMap<string, FunctionRow> = new Map(TABLES.flatMap((table) => Object.entries(table)));
