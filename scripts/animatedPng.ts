/** Joins pictures into one that moves: an animated PNG, which browsers play wherever they show a PNG. */
import { crc32 } from "node:zlib";

export interface Frame {
  /** A PNG of the same size and kind of pixels as all others. */
  readonly png: Buffer;
  /** How long it is shown, at most a minute. */
  readonly milliseconds: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The bytes before the first chunk. */
const SIGNATURE = 8;
/** The length and the type before a chunk's data, and its checksum behind them. */
const [BEFORE, AFTER] = [8, 4];
/** Frames are shown for so many thousandths of a second. */
const MILLISECONDS = 1000;

/** Plays the frames again and again. @see https://www.w3.org/TR/png-3/#apng-frame-based-animation */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (!first) throw new Error("A film has at least one frame.");
  const head = chunksOf(first.png).filter(({ type }) => type === "IHDR");
  let sequence = 0;
  const drawn = frames.flatMap(({ png, milliseconds }, at): Chunk[] => {
    const chunks = chunksOf(png);
    const size = chunks.find(({ type }) => type === "IHDR")?.data;
    if (!size || !size.equals(head[0]?.data ?? Buffer.alloc(0))) throw new Error("All frames have one size.");
    const control = Buffer.concat([number(sequence++), size.subarray(0, 8), number(0), number(0), delay(milliseconds)]);
    const pixels = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
    // A program that knows no films shows the first frame.
    const shown = pixels.map((data): Chunk => {
      return at === 0 ? { type: "IDAT", data } : { type: "fdAT", data: Buffer.concat([number(sequence++), data]) };
    });
    return [{ type: "fcTL", data: control }, ...shown];
  });
  const animation = { type: "acTL", data: Buffer.concat([number(frames.length), number(0)]) };
  const all = [...head, animation, ...drawn, { type: "IEND", data: Buffer.alloc(0) }];
  return Buffer.concat([first.png.subarray(0, SIGNATURE), ...all.map(bytesOf)]);
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE; at < png.length;) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + BEFORE, at + BEFORE + length);
    chunks.push({ type: png.toString("latin1", at + 4, at + BEFORE), data });
    at += BEFORE + length + AFTER;
  }
  return chunks;
}

function bytesOf({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([number(data.length), body, number(crc32(body))]);
}

/** How long a frame is shown; it then stays, and the next one covers it. */
function delay(milliseconds: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(milliseconds, 0);
  bytes.writeUInt16BE(MILLISECONDS, 2);
  return bytes;
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
