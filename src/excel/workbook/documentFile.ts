/** Reads the workbook's file from Excel, and opens a file as another workbook. */
import { runExcel, unlessSilent } from "./cells/runExcel";

/** The most bytes that Excel hands out at a time. */
const SLICE_SIZE = 4_194_304;
/** The largest file that a pane can process. */
const MOST_MEGABYTES = 50;
/** Bytes that are turned into text at a time. */
const CHUNK = 32_768;

const NOT_OFFERED =
  "This Excel does not give the add-in the workbook's file. Send the copy from Excel on Windows, on a Mac or on the web.";

/** Reads the name of the workbook, such as "Board.xlsx"; on some platforms "" before it is first saved. */
export async function readDocumentName(): Promise<string> {
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const { workbook } = context;
    workbook.load("name");
    await context.sync();
    return workbook.name;
  });
}

/**
 * Reads the file as it would be saved now.
 * @throws Error with a message for users if Excel does not return it, or it is too large.
 */
export async function readDocumentFile(): Promise<Uint8Array> {
  if (!isFileOffered()) throw new Error(NOT_OFFERED);
  const file = await openFile().catch(({ message }: Error) => {
    throw new Error(`${NOT_OFFERED} Excel says: ${message}`);
  });
  try {
    if (file.size > MOST_MEGABYTES * 1_000_000)
      throw new Error(
        `The workbook has more than ${MOST_MEGABYTES} MB, too much for a copy from the pane. Make it with “insights refresh BOOK.xlsx -o COPY.xlsx --values”.`,
      );
    return await readSlices(file);
  } finally {
    // Excel refuses a third open file.
    await unlessSilent(new Promise<void>((resolve) => file.closeAsync(() => resolve())));
  }
}

/** True if Excel hands out the file. Excel on the web does, but does not claim the requirement set. */
export function isFileOffered(): boolean {
  const { requirements, platform } = Office.context;
  const isSaid = requirements.isSetSupported("CompressedFile", "1.1") && requirements.isSetSupported("File", "1.1");
  return isSaid || platform === Office.PlatformType.OfficeOnline;
}

function openFile(): Promise<Office.File> {
  return settled((done) =>
    Office.context.document.getFileAsync(Office.FileType.Compressed, { sliceSize: SLICE_SIZE }, done),
  );
}

async function readSlices(file: Office.File): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  let at = 0;
  // Excel hands out one slice at a time.
  for (let index = 0; index < file.sliceCount; index += 1) {
    const { data } = (await settled<Office.Slice>((done) => file.getSliceAsync(index, done))) as { data: unknown };
    const slice = typeof data === "string" ? bytesOf(data) : new Uint8Array(data as ArrayLike<number>);
    if (at + slice.length > bytes.length) throw new Error("Excel returned more than the workbook's file.");
    bytes.set(slice, at);
    at += slice.length;
  }
  if (at < bytes.length) throw new Error("Excel did not return the whole file of the workbook. Try again.");
  return bytes;
}

/** Some hosts hand out slices in Base64. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function settled<T>(ask: (done: (result: Office.AsyncResult<T>) => void) => void): Promise<T> {
  const answer = new Promise<T>((resolve, reject) => {
    ask(({ status, value, error }) => {
      if (status === Office.AsyncResultStatus.Succeeded) resolve(value);
      else reject(new Error(error.message));
    });
  });
  return unlessSilent(answer);
}

/** Opens the file as a new workbook that is not saved yet. */
export async function openAsWorkbook(bytes: Uint8Array): Promise<void> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * CHUNK, (at + 1) * CHUNK)),
  );
  await unlessSilent(Excel.createWorkbook(btoa(pieces.join(""))));
}
