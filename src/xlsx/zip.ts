/** The zip that holds the parts of a workbook. Parts that do not change are copied in compressed form, in their order. */
import {
  configure,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
  type Entry,
  type FileEntry,
} from "@zip.js/zip.js";

export interface Zip {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The text of a part. Rejects with a message that names the part if it is missing, damaged or not UTF-8. */
  text(name: string): Promise<string>;
  /** The zip with these texts for these parts; undefined removes a part. */
  with(changes: ReadonlyMap<string, string | undefined>): Promise<Uint8Array>;
}

/** Workers would keep the command from ending. */
configure({ useWebWorkers: false });

/** Keeps a byte order mark, so that a part changes only where it is edited. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Rejects with a message for people if the bytes are not a zip. */
export async function openZip(bytes: Uint8Array): Promise<Zip> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries().catch(() => {
    throw new Error(refusalOf(bytes));
  });
  const files = entries.filter((entry) => !entry.directory);
  const byName = new Map(files.map((entry) => [entry.filename, entry]));
  return {
    names: [...byName.keys()],
    has: (name) => byName.has(name),
    text: (name) => textOf(byName.get(name), name),
    with: async (changes) => (changes.size === 0 ? bytes : rewrite(entries, changes)),
  };
}

/** The message for bytes that are no zip. Files of Excel 97 and files with a password begin with the signature of OLE. */
function refusalOf(bytes: Uint8Array): string {
  const isOle = bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
  return isOle
    ? "The file has a password, or is an .xls of before 2007. Save it in Excel as .xlsx without a password."
    : "The file is not an Excel workbook (.xlsx or .xlsm), or is damaged. Open it in Excel and save it again.";
}

async function textOf(entry: FileEntry | undefined, name: string): Promise<string> {
  if (!entry) throw new Error(`The workbook is damaged: its part ${name} is missing.`);
  try {
    return decoder.decode(await entry.getData(new Uint8ArrayWriter(), { checkSignature: true }));
  } catch {
    throw new Error(`The workbook is damaged: its part ${name} cannot be read.`);
  }
}

async function rewrite(
  entries: readonly Entry[],
  changes: ReadonlyMap<string, string | undefined>,
): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { extendedTimestamp: false, dataDescriptor: false });
  const encoder = new TextEncoder();
  for (const entry of entries) {
    const { filename, lastModDate } = entry;
    const text = changes.get(filename);
    if (entry.directory) await writer.add(filename, undefined, { directory: true, lastModDate });
    else if (!changes.has(filename)) await copy(writer, entry);
    else if (text !== undefined)
      await writer.add(filename, new Uint8ArrayReader(encoder.encode(text)), { lastModDate });
  }
  return writer.close();
}

async function copy(writer: ZipWriter<Uint8Array>, entry: FileEntry): Promise<void> {
  const { filename, lastModDate, uncompressedSize, signature = 0, compressionMethod } = entry;
  const compressed = await entry.getData(new Uint8ArrayWriter(), { passThrough: true });
  const asIs = { passThrough: true, uncompressedSize, signature, compressionMethod, lastModDate };
  await writer.add(filename, new Uint8ArrayReader(compressed), asIs);
}
