/** The add-in's functions for the grid, and their help while the user types. */
import { FunctionType, type IFunctionInfo } from "@univerjs/engine-formula";
import { IDescriptionService } from "@univerjs/sheets-formula";
import { isBuiltIn } from "../../src/spreadsheet/engine/builtIns";
import type { CustomFunction, FunctionMetadata } from "../../src/spreadsheet/engine/customFunction";
import type { Grid } from "../univer/grid";
import type { FunctionService } from "../office/customFunctions";

/** While a person types, offers no functions of Excel that are not calculated here. */
export function offerCalculatedFunctions({ injector }: Grid): void {
  const descriptions = injector.get(IDescriptionService);
  const isMissing = ({ functionName, functionType }: IFunctionInfo) =>
    functionType !== FunctionType.User && functionType !== FunctionType.DefinedName && !isBuiltIn(functionName);
  const all = [...descriptions.getDescriptions().values()];
  descriptions.unregisterDescriptions(all.filter(isMissing).map(({ functionName }) => functionName));
}

/** functions.json, as custom-functions-metadata writes it. */
export interface Metadata {
  functions: Declaration[];
}

interface Declaration extends FunctionMetadata {
  options?: { cancelable?: boolean; excludeFromAutoComplete?: boolean };
}

export function functionsOf(
  { functions }: Metadata,
  namespace: string,
  invoke: FunctionService["invoke"],
): CustomFunction[] {
  return functions.map((metadata) => ({
    namespace,
    metadata,
    run: (args, { address, signal }) => {
      const cancelable = metadata.options?.cancelable ?? false;
      return invoke(metadata.id, args, { address, signal, cancelable });
    },
  }));
}

/** Functions that their metadata keeps out of autocomplete have no help either, as in Excel. */
export function helpOf({ functions }: Metadata, namespace: string): IFunctionInfo[] {
  return functions
    .filter(({ options }) => !options?.excludeFromAutoComplete)
    .map(({ name, description = "", parameters }) => ({
      functionName: `${namespace}.${name}`,
      functionType: FunctionType.User,
      description,
      abstract: description,
      functionParameter: parameters.map((parameter) => ({
        name: parameter.name,
        detail: parameter.description ?? "",
        example: "",
        require: parameter.optional ? 0 : 1,
        repeat: 0,
      })),
    }));
}
