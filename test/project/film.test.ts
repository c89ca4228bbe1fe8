/** The film of the README is made of chunks that every reader of animated PNGs knows. */
import { crc32, deflateSync } from "node:zlib";
import { animatedPng } from "../../scripts/animatedPng";

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** A grey picture of so many pixels, whose data are in two chunks. */
function picture(width: number, height: number, shade: number): Buffer {
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0]);
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.from([0, ...Array<number>(width).fill(shade)])),
  );
  const pixels = deflateSync(rows);
  const parts = [pixels.subarray(0, 5), pixels.subarray(5)].map((part) => chunk("IDAT", part));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), ...parts, chunk("IEND", Buffer.alloc(0))]);
}

function read(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length;) {
    const [length, type] = [png.readUInt32BE(at), png.toString("latin1", at + 4, at + 8)];
    expect([type, png.readUInt32BE(at + 8 + length)]).toEqual([type, crc32(png.subarray(at + 4, at + 8 + length))]);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

test("A film shows its frames one after the other, the first also where none is known", () => {
  const [one, two] = [picture(3, 2, 10), picture(3, 2, 200)];
  const chunks = read(
    animatedPng([
      { png: one, milliseconds: 400 },
      { png: two, milliseconds: 2600 },
    ]),
  );
  expect(chunks.map(({ type }) => type)).toEqual([
    "IHDR",
    "acTL",
    "fcTL",
    "IDAT",
    "IDAT",
    "fcTL",
    "fdAT",
    "fdAT",
    "IEND",
  ]);
  const of = (type: string) => chunks.filter((each) => each.type === type).map(({ data }) => data);
  // Two frames, again and again.
  expect(of("acTL").map((data) => [data.readUInt32BE(0), data.readUInt32BE(4)])).toEqual([[2, 0]]);
  expect([...of("fcTL"), ...of("fdAT")].map((data) => data.readUInt32BE(0)).sort()).toEqual([0, 1, 2, 3]);
  const shown = of("fcTL").map((data) => [data.readUInt32BE(4), data.readUInt32BE(8), data.readUInt16BE(20)]);
  expect(shown).toEqual([
    [3, 2, 400],
    [3, 2, 2600],
  ]);
  const pixels = (png: Buffer) => Buffer.concat(read(png).flatMap(({ type, data }) => (type === "IDAT" ? [data] : [])));
  expect(Buffer.concat(of("IDAT")).equals(pixels(one))).toBe(true);
  expect(Buffer.concat(of("fdAT").map((data) => data.subarray(4))).equals(pixels(two))).toBe(true);
});

test("Frames of two sizes are refused", () => {
  const frames = [picture(3, 2, 10), picture(2, 2, 10)].map((png) => ({ png, milliseconds: 100 }));
  expect(() => animatedPng(frames)).toThrow("one size");
});
