/** What Excel takes: the size of a sheet, of a text, of a name, and of a request. */

export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

/** Letters of a text in a cell; a file with a longer one counts as damaged. */
export const MAX_TEXT_LENGTH = 32_767;

/** Letters of a worksheet's name. */
export const MAX_SHEET_NAME_LENGTH = 31;

/** Bytes of a request to Excel on the web, of its answer, and of a function's result. */
export const MAX_PAYLOAD_BYTES = 5_000_000;
