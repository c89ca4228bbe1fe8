/** Calls `listener` after each edit of cells' contents, until the returned function is called. */
export async function onEdit(listener: (address: string, worksheetId: string) => void): Promise<() => Promise<void>> {
  return Excel.run(async (context) => {
    const handler = context.workbook.worksheets.onChanged.add(({ address, worksheetId }) =>
      Promise.resolve(listener(address, worksheetId)),
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
