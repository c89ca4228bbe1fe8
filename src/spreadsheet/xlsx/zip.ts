/** The zip of a file of Office. Unchanged parts are copied in compressed form, in their order. */
import {
  configure,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
  type Entry,
  type FileEntry,
} from "@zip.js/zip.js";
import { decodeXml, encodeXml } from "./xmlBytes";
import { beyondLimit, FILE_LIMITS, MEGABYTE, type FileLimits } from "./limits";

/** A part as it stands in a zip, without being unpacked. */
export interface PackedPart {
  /** How it is packed: its checksum, size and method. */
  readonly header: string;
  readonly bytes: Uint8Array;
}

export interface Zip {
  readonly names: readonly string[];
  /** Returns a part's name as the zip spells it: names are equal without regard to case (ECMA-376 part 2). */
  nameOf(name: string): string | undefined;
  has(name: string): boolean;
  /** Returns a part as it stands in the zip; undefined if there is no such part. */
  packed(name: string): Promise<PackedPart | undefined>;
  /**
   * Reads a part as text. Rejects with a message that names the part if it is missing, damaged, encrypted, not text, or over a
   * limit. Unpacking stops at the limit.
   */
  text(name: string): Promise<string>;
  /** Reads a part's bytes. */
  bytes(name: string): Promise<Uint8Array>;
  /** Returns the zip with these texts or bytes for these parts; undefined removes a part. */
  with(changes: ReadonlyMap<string, string | Uint8Array | undefined>): Promise<Uint8Array>;
}

/** Web workers would keep the command line from exiting. */
configure({ useWebWorkers: false });

/** The policy of a page does not let it compile the library's own codec. */
const IS_PAGE = "document" in globalThis;
/** In bytes. */
const SMALL_PART = 256 * 1024;

/** The streams of the platform take milliseconds to set up, which small parts do not need; they are faster for large ones. */
function codecFor(size: number): { readonly useCompressionStream: boolean } {
  return { useCompressionStream: IS_PAGE || size > SMALL_PART };
}

/** Opens a zip. Rejects with a message for people if the bytes are not a zip. */
export async function openZip(bytes: Uint8Array, limits = FILE_LIMITS): Promise<Zip> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries().catch(() => {
    throw new Error(refusalOf(bytes));
  });
  const files = entries.filter((entry) => !entry.directory);
  const byName = new Map(files.map((entry) => [entry.filename, entry]));
  checkEntries(files, byName.size, bytes.length);
  const bySmallName = new Map(files.map((entry) => [entry.filename.toLowerCase(), entry]));
  const entryOf = (name: string) => byName.get(name) ?? bySmallName.get(name.toLowerCase());
  /** The unpacked sizes of the parts read so far. */
  const sizes = new Map<string, number>();
  return {
    names: [...byName.keys()],
    nameOf: (name) => entryOf(name)?.filename,
    has: (name) => entryOf(name) !== undefined,
    packed: (name) => packedOf(entryOf(name)),
    text: async (name) => decoded(await unpacked(entryOf(name), name, sizes, limits), name),
    bytes: (name) => unpacked(entryOf(name), name, sizes, limits),
    with: async (changes) => {
      const named = new Map([...changes].map(([name, text]) => [entryOf(name)?.filename ?? name, text]));
      return named.size === 0 ? bytes : rewrite(entries, named);
    },
  };
}

/** Refuses parts with equal names, and parts that share bytes, which would unpack many times. */
function checkEntries(files: readonly FileEntry[], names: number, length: number): void {
  if (names < files.length) throw new Error("The file is damaged: two files in it have the same name.");
  const packed = files.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  if (packed > length) throw new Error("The file is damaged: files in it overlap.");
}

/** Returns the message for bytes that are not a zip. Files of Excel 97 and files with a password start with the OLE signature. */
function refusalOf(bytes: Uint8Array): string {
  const isOle = bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
  return isOle
    ? "The file is encrypted, by a password or by a sensitivity label, or has an old format (.xls, .ppt, .doc). Save it in its program as .xlsx, .pptx or .docx without a password, or under a label that does not encrypt."
    : NO_OFFICE_FILE;
}

/** What is said of bytes that are no file of Office. */
export const NO_OFFICE_FILE =
  "The file is not one of Excel, PowerPoint or Word (.xlsx, .pptx, .docx), or is damaged. Open it in its program and save it again.";

async function packedOf(entry: FileEntry | undefined): Promise<PackedPart | undefined> {
  if (!entry) return undefined;
  const { signature, uncompressedSize, compressionMethod, encrypted } = entry;
  const bytes = await entry.getData(new Uint8ArrayWriter(), { passThrough: true });
  return { header: [signature, uncompressedSize, compressionMethod, encrypted].join(" "), bytes };
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return decodeXml(bytes);
  } catch {
    throw new Error(`The file is damaged: ${name} cannot be read.`);
  }
}

async function unpacked(
  entry: FileEntry | undefined,
  name: string,
  sizes: Map<string, number>,
  limits: FileLimits,
): Promise<Uint8Array> {
  if (!entry) throw new Error(`The file is damaged: ${name} is missing.`);
  if (entry.encrypted)
    throw new Error(
      `${name} in the file is encrypted. Save it in its program without a password, or under a label that does not encrypt.`,
    );
  const others = [...sizes].reduce((sum, [part, size]) => (part === name ? sum : sum + size), 0);
  const chunks: Uint8Array[] = [];
  let beyond: Error | undefined;
  const write = (chunk: Uint8Array) => {
    const size = (sizes.get(name) ?? 0) + chunk.length;
    beyond = checkSize(entry, size, others, limits);
    if (beyond) throw beyond;
    sizes.set(name, size);
    chunks.push(chunk);
  };
  sizes.delete(name);
  try {
    await entry.getData(new WritableStream({ write }), {
      checkSignature: true,
      ...codecFor(entry.uncompressedSize),
    });
    return joined(chunks);
  } catch {
    throw beyond ?? new Error(`The file is damaged: ${name} cannot be read.`);
  }
}

/** Returns the error for a part over a limit. Counts unpacked bytes, since the size in the zip may be wrong. */
function checkSize(
  { filename, compressedSize }: FileEntry,
  size: number,
  others: number,
  { part, ratio, unpacked }: FileLimits,
): Error | undefined {
  if (size > part * MEGABYTE) return beyondLimit("part", `${filename} unpacks to more than ${part} MB`);
  if (size + others > unpacked * MEGABYTE) return beyondLimit("unpacked", `it unpacks to more than ${unpacked} MB`);
  if (size <= 10 * MEGABYTE || size <= compressedSize * ratio) return undefined;
  return beyondLimit("ratio", `${filename} unpacks to more than ${ratio} times its size`);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function createWriter(): ZipWriter<Uint8Array> {
  return new ZipWriter(new Uint8ArrayWriter(), { extendedTimestamp: false, dataDescriptor: false });
}

function add(
  writer: ZipWriter<Uint8Array>,
  name: string,
  bytes: Uint8Array,
  options?: { readonly lastModDate: Date },
): Promise<unknown> {
  return writer.add(name, new Uint8ArrayReader(bytes), { ...options, ...codecFor(bytes.length) });
}

function contentOf(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? encodeXml(text) : text;
}

/** Returns a new zip with these parts, in their order. */
export async function packZip(parts: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const writer = createWriter();
  for (const [name, text] of parts) await add(writer, name, encodeXml(text));
  return writer.close();
}

async function rewrite(
  entries: readonly Entry[],
  changes: ReadonlyMap<string, string | Uint8Array | undefined>,
): Promise<Uint8Array> {
  const writer = createWriter();
  for (const entry of entries) {
    const { filename, lastModDate } = entry;
    const text = changes.get(filename);
    if (entry.directory) await writer.add(filename, undefined, { directory: true, lastModDate });
    else if (!changes.has(filename)) await copy(writer, entry);
    else if (text !== undefined) await add(writer, filename, contentOf(text), { lastModDate });
  }
  const known = new Set(entries.map(({ filename }) => filename));
  // The time of the file, and not of the clock: equal changes make equal bytes.
  const lastModDate = entries[0]?.lastModDate;
  for (const [name, text] of changes)
    if (!known.has(name) && text !== undefined)
      await add(writer, name, contentOf(text), lastModDate && { lastModDate });
  return writer.close();
}

async function copy(writer: ZipWriter<Uint8Array>, entry: FileEntry): Promise<void> {
  const { filename, lastModDate, uncompressedSize, signature = 0, compressionMethod } = entry;
  const compressed = await entry.getData(new Uint8ArrayWriter(), { passThrough: true });
  const asIs = { passThrough: true, uncompressedSize, signature, compressionMethod, lastModDate };
  await writer.add(filename, new Uint8ArrayReader(compressed), asIs);
}
