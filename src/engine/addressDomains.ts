/** Limits of functions that calculate addresses: INDIRECT and OFFSET. */
import { parseAddress } from "../grid/address";
import { isCellError } from "./values";
import {
  calls,
  errorsAt,
  several,
  textsLike,
  values,
  where,
  type FunctionEvaluation,
  type Limit,
} from "./verifiedDomains";

/** True if INDIRECT's text is not an address, such as a name or a table. */
function isNoAddress(call: FunctionEvaluation): boolean {
  const isR1C1 = call.count > 1 && !isCellError(call.arg(1)) && !call.arg(1);
  const text = call.arg(0);
  return typeof text === "string" && !isR1C1 && parseAddress(text.trim()) === undefined;
}

function isUnknownSheet(call: FunctionEvaluation): boolean {
  const address = call.arg(0);
  const [, quoted, plain] = /^(?:'((?:[^']|'')+)'|([^'!]+))!/.exec(typeof address === "string" ? address : "") ?? [];
  const name = quoted?.replaceAll("''", "'") ?? plain;
  return name !== undefined && !call.isSheet(name);
}

export const indirectLimits: readonly Limit[] = [
  errorsAt(0),
  textsLike("whole columns and rows", 0, /(?:^|!)\$?(?:\d+:\$?\d+|[A-Z]+:\$?[A-Z]+)$/i),
  calls("sheets that are not there", isUnknownSheet),
  { ...calls("texts that are not addresses", isNoAddress), kind: "unknownReferences" },
];

const DISTANCES = [1, 2, 3, 4];
const SIZES = [3, 4];

export const offsetLimits: readonly Limit[] = [
  several(...DISTANCES),
  ...DISTANCES.map((at) => textsLike("texts", at, /[^]?/)),
  ...DISTANCES.map((at) => where("parts of rows and columns", at, (number) => !Number.isInteger(number))),
  values("sizes that are no numbers", (value) => typeof value === "boolean" || isCellError(value), SIZES),
  calls("blank sizes", (call) =>
    SIZES.some((at) => at < call.count && call.arg(at) === null && isCellError(call.result())),
  ),
];
