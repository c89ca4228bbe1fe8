/** The rows of the endpoints' table held against the functions and enumerations that Excel is told of. */
import type { FamilyEndpoint } from "../../src/insights/endpoints";

export interface Metadata {
  readonly functions: readonly {
    readonly id: string;
    readonly options?: { readonly excludeFromAutoComplete?: boolean };
    readonly parameters: readonly {
      readonly name: string;
      readonly description: string;
      readonly customEnumId?: string;
    }[];
  }[];
  readonly enums: readonly {
    readonly id: string;
    readonly values: readonly { readonly stringValue: string; readonly tooltip: string }[];
  }[];
}

/** One sentence for each word that Excel offers otherwise than the rows say; empty when all agree. */
export function disagreements(rows: Readonly<Record<string, FamilyEndpoint>>, metadata: Metadata): string[] {
  const offered = (id: string) => metadata.enums.find((each) => each.id === id)?.values ?? [];
  const labels = Object.entries(rows).flatMap(([family, { label }]) => {
    const tooltip = offered("Family").find(({ stringValue }) => stringValue === family)?.tooltip ?? "";
    return tooltip.startsWith(label) ? [] : [`Family calls ${family} '${tooltip}', not '${label}'`];
  });
  return [
    ...differences("Family", wordsOf(offered("Family")), Object.keys(rows)),
    ...labels,
    ...Object.values(rows).flatMap((row) => ofFunction(row, metadata)),
  ];
}

function ofFunction(row: FamilyEndpoint, { functions, enums }: Metadata): string[] {
  const { functionId, available, intervals, defaultInterval, defaultLayout, groupings, parameters } = row;
  const declared = functions.find(({ id }) => id === functionId);
  if (!declared) return [`${functionId} is not declared`];
  const argument = (name: string) => declared.parameters.find((each) => each.name === name);
  const words = (name: string) => enums.find(({ id }) => id === argument(name)?.customEnumId)?.values ?? [];
  const [byDefault] = words("interval").filter(({ tooltip }) => tooltip.includes("(default)"));
  const names = ["interval", "dateFrom", "dateTo", "currency", "groupBy"].filter(argument);
  return [
    ...differences(`${functionId}'s interval`, wordsOf(words("interval")), intervals),
    ...differences(`${functionId}'s default interval`, byDefault ? [byDefault.stringValue] : [], [defaultInterval]),
    ...differences(`${functionId}'s groupBy`, wordsOf(words("groupBy")), groupings),
    ...differences(`${functionId}'s arguments`, names, parameters),
    ...(argument("layout")?.description.includes(`"${defaultLayout}" (default)`)
      ? []
      : [`${functionId}'s default layout is not '${defaultLayout}'`]),
    ...(Boolean(declared.options?.excludeFromAutoComplete) === available
      ? [`${functionId} is ${available ? "hidden" : "shown"} in autocomplete`]
      : []),
  ];
}

function wordsOf(values: readonly { readonly stringValue: string }[]): string[] {
  return values.map(({ stringValue }) => stringValue);
}

function differences(what: string, found: readonly string[], expected: readonly string[]): string[] {
  return found.join() === expected.join() ? [] : [`${what}: '${found.join()}', not '${expected.join()}'`];
}
