/** The functions that a formula can be built of: their metadata for Excel, and details from the table of endpoints. */
import metadata from "../../../numbers/functions/functions.json";
import { ENDPOINTS, FAMILIES, type Family } from "../../../insights";

/** A word that a parameter takes. */
export interface ParameterChoice {
  readonly value: string;
  readonly description: string;
}

export interface ParameterDescription {
  readonly name: string;
  readonly description: string;
  /** It takes several values at once. */
  readonly isList: boolean;
  /** All values that it takes; undefined if it takes others too. */
  readonly choices?: readonly ParameterChoice[] | undefined;
  /** The choice that a blank argument means. */
  readonly defaultChoice?: string | undefined;
}

export interface FunctionDescription {
  /** Such as "PNL". */
  readonly id: string;
  readonly description: string;
  /** The service does not offer it yet. Excel does not suggest it either. */
  readonly isAnnounced: boolean;
  /** The family that it shows; undefined for a function of all families, or of none. */
  readonly family?: Family | undefined;
  /** In the order of the call. */
  readonly parameters: readonly ParameterDescription[];
}

/** `functions.json` as far as it matters here. */
interface Metadata {
  readonly functions: readonly {
    readonly id: string;
    readonly description: string;
    readonly options?: { readonly excludeFromAutoComplete?: boolean | undefined } | undefined;
    readonly parameters: readonly ParameterMetadata[];
  }[];
  readonly enums: readonly {
    readonly id: string;
    readonly values: readonly { readonly stringValue: string; readonly tooltip: string }[];
  }[];
}

interface ParameterMetadata {
  readonly name: string;
  readonly description: string;
  readonly dimensionality?: string | undefined;
  readonly customEnumId?: string | undefined;
}

const { functions, enums }: Metadata = metadata;

/** In the order of `functions.json`. */
export const functionDescriptions: readonly FunctionDescription[] = functions.map((each) => {
  const family = FAMILIES.find((name) => ENDPOINTS[name].functionId === each.id);
  return {
    id: each.id,
    description: each.description,
    isAnnounced: each.options?.excludeFromAutoComplete === true,
    family,
    parameters: each.parameters.map((parameter) => describeParameter(parameter, family)),
  };
});

function describeParameter(parameter: ParameterMetadata, family: Family | undefined): ParameterDescription {
  const { name, description, dimensionality, customEnumId } = parameter;
  const choices = enums.find(({ id }) => id === customEnumId)?.values;
  return {
    name,
    description,
    isList: dimensionality === "matrix",
    choices: choices?.map(({ stringValue, tooltip }) => ({ value: stringValue, description: tooltip })),
    defaultChoice: family && defaultOf(name, family),
  };
}

function defaultOf(parameter: string, family: Family): string | undefined {
  const { defaultInterval, defaultLayout } = ENDPOINTS[family];
  if (parameter === "interval") return defaultInterval;
  return parameter === "layout" ? defaultLayout : undefined;
}
