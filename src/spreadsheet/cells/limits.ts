/** Excel's limits: the size of a sheet, a text, a name and a request. */

export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

/** Characters of a text in a cell. Excel treats a file with a longer text as damaged. */
export const MAX_TEXT_LENGTH = 32_767;

/** Characters of a worksheet's name. */
export const MAX_SHEET_NAME_LENGTH = 31;

/** Bytes of a request to Excel on the web, of its answer, and of a function's result. */
export const MAX_PAYLOAD_BYTES = 5_000_000;
