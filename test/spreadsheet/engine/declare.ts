import type { CustomFunction, Implementation, Parameter } from "../../../src/spreadsheet/engine/customFunction";

/** A parameter that may be left out; matrix by "*" after its name, typed by ":type". */
function parameter(text: string): Parameter {
  const [, name, matrix, type] = /^(\w+)(\*?)(?::(\w+))?$/.exec(text)!;
  return { name: name!, optional: true, ...(matrix && { dimensionality: "matrix" }), ...(type && { type }) };
}

/** The function INSIGHTS.<name>; parameters as in "plan scenario* field:string". */
export function declare(name: string, parameters: string, run: Implementation): CustomFunction {
  const metadata = { id: name, name, parameters: parameters.split(" ").filter(Boolean).map(parameter) };
  return { namespace: "INSIGHTS", metadata, run };
}

export function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
