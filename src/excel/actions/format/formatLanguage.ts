/** Returns the language of Excel's formats; undefined without a host, so a library's default applies. */
export function formatLanguage(): string | undefined {
  return (Office.context as Partial<Office.Context>).contentLanguage || undefined;
}
