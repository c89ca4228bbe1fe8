/** Runs a batch whose writes a person takes back by one Undo, in an Excel that can do that. In others, Undo forgets what was before. */
export function runAsOneUndo<T>(
  batch: (context: Excel.RequestContext) => Promise<T>,
  options: Excel.RunOptions = {},
): Promise<T> {
  if (!Office.context.requirements.isSetSupported("ExcelApi", "1.20")) return Excel.run(options, batch);
  return Excel.run({ ...options, mergeUndoGroup: true }, batch);
}
