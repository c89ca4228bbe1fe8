/** Finds the number nearest to one that the service does not divide by region and the like. */
import type { GroupBy } from "../../insights";
import { divide, type Division, isWithoutValues } from "./division";
import type { DivideOptions } from "./members";
import { fieldOf, type NumberCall } from "./numberCall";
import { knownNumber, type RequestCount } from "./numberSource";
import { dimensionsOf, groupedBy, isGrouping, nearestDivided } from "./parts";

export interface NearestNumber {
  readonly call: NumberCall;
  /** The label of its field. */
  readonly label: string;
  /** The label of the field that the service does not divide. */
  readonly of: string;
  /** By what the service divides it; with the requests, if the answers are not in memory. */
  readonly choices: readonly NearestChoice[];
}

interface NearestChoice {
  readonly dimension: GroupBy;
  readonly asks: RequestCount | undefined;
}

type NearestOptions = Omit<DivideOptions, "mayAsk">;

/**
 * Returns undefined if the service divides the call's own number, or no choice can lead to a value: the plan or scenario is not
 * there, the service lacks the period, or it cannot be asked. Sends no requests.
 */
export async function findNearest(call: NumberCall, options: NearestOptions): Promise<NearestNumber | undefined> {
  const nearest = nearestDivided(call);
  if (!nearest) return undefined;
  const own = await knownNumber(options.source, call).catch(() => undefined);
  const dimensions = dimensionsOf(nearest, 0).filter(isGrouping);
  const divisions = await Promise.all(dimensions.map((dimension) => divideNearest(nearest, dimension, options)));
  const choices = dimensions.flatMap((dimension, at) => choiceOf(dimension, divisions[at]) ?? []);
  // Of a month that the service lacks, or a misspelt scenario, a request would bring no nearest number either.
  const offered = own?.state === "absent" && own.isUnknown ? choices.filter(({ asks }) => !asks) : choices;
  const [label = "", of = ""] = [nearest, call].map((each) => fieldOf(each)?.label);
  return offered.length === 0 ? undefined : { call: nearest, label, of, choices: offered };
}

/** Returns undefined if the number cannot be computed: that is said where it is divided. */
function divideNearest(call: NumberCall, dimension: GroupBy, options: NearestOptions): Promise<Division | undefined> {
  return divide(groupedBy(call, dimension), dimension, { ...options, mayAsk: false }).catch(() => undefined);
}

/** Returns undefined if the answers in memory have no values. */
function choiceOf(dimension: GroupBy, division: Division | undefined): NearestChoice | undefined {
  if (division?.state === "asks") {
    const { requests, isAtLeast } = division;
    return { dimension, asks: { requests, isAtLeast } };
  }
  const isKnown = division?.state === "done" && division.parts.length > 0 && !isWithoutValues(division);
  return isKnown ? { dimension, asks: undefined } : undefined;
}
