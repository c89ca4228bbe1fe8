/** The protected structure of a workbook, in which Excel adds and deletes no sheets. */

const PROTECTED =
  "The workbook's structure is protected, so Excel cannot add or delete sheets. Remove that protection first.";

/** Returns the error of what adds or deletes sheets with a message for users; any other error as it is. */
export function explainStructure(error: unknown): unknown {
  return (error as { code?: unknown }).code === "AccessDenied" ? new Error(PROTECTED, { cause: error }) : error;
}

/** Runs what adds or deletes sheets. Rejects like `explainStructure`. */
export async function changeSheets<T>(change: (context: Excel.RequestContext) => Promise<T>): Promise<T> {
  return Excel.run(change).catch((error: unknown) => {
    throw explainStructure(error);
  });
}
