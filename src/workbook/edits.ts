/** Cells whose contents were edited. */
export interface Edit {
  readonly address: string;
  readonly worksheetId: string;
  /** A co-author has edited them. */
  readonly isRemote: boolean;
}

/** Calls `listener` after each edit of cells' contents, until the returned function is called. */
export async function onEdit(listener: (edit: Edit) => void): Promise<() => Promise<void>> {
  return Excel.run(async (context) => {
    const handler = context.workbook.worksheets.onChanged.add(({ address, worksheetId, source }) =>
      Promise.resolve(listener({ address, worksheetId, isRemote: source === "Remote" })),
    );
    await context.sync();
    return async () => {
      await Excel.run(context, async (same) => {
        handler.remove();
        await same.sync();
      });
    };
  });
}
