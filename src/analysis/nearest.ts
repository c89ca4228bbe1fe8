/** Finds the number nearest to one that the service does not divide by region and the like. */
import type { GroupBy } from "../insights";
import { divide, type DivideOptions } from "./division";
import { fieldOf, type NumberCall } from "./numberCall";
import { knownNumber, type NumberSource, type RequestCount } from "./numberSource";
import { dimensionsOf, groupedBy, isGrouping, nearestDivided } from "./parts";

export interface NearestNumber {
  readonly call: NumberCall;
  /** The label of its field. */
  readonly label: string;
  /** The label of the field that the service does not divide. */
  readonly of: string;
  /** By what the service divides it; with the requests, if the answers are not in memory. */
  readonly choices: readonly { readonly dimension: GroupBy; readonly asks: RequestCount | undefined }[];
}

type NearestOptions = Omit<DivideOptions, "mayAsk">;

/** Returns undefined if the service divides the call's own number, has no such period, or cannot be asked. Sends no requests. */
export async function findNearest(call: NumberCall, options: NearestOptions): Promise<NearestNumber | undefined> {
  const nearest = nearestDivided(call);
  if (!nearest || !options.source.generation) return undefined;
  // Of a period that the service lacks, it has no nearest number either.
  if (await isAbsent(options.source, call)) return undefined;
  const dimensions = dimensionsOf(nearest, 0).filter(isGrouping);
  const choices = dimensions.map(async (dimension) => {
    return { dimension, asks: await requestsToDivide(nearest, dimension, options) };
  });
  const [label = "", of = ""] = [nearest, call].map((each) => fieldOf(each)?.label);
  return { call: nearest, label, of, choices: await Promise.all(choices) };
}

async function requestsToDivide(
  call: NumberCall,
  dimension: GroupBy,
  options: NearestOptions,
): Promise<RequestCount | undefined> {
  const division = await divide(groupedBy(call, dimension), dimension, { ...options, mayAsk: false }).catch(
    () => undefined,
  );
  if (division?.state !== "asks") return undefined;
  const { requests, isAtLeast } = division;
  return { requests, isAtLeast };
}

/** True if the service has answered, and has no such number. A number that cannot be computed is not known to be absent. */
async function isAbsent(source: NumberSource, call: NumberCall): Promise<boolean> {
  try {
    return (await knownNumber(source, call)).state === "absent";
  } catch {
    return false;
  }
}
