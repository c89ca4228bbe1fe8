/** The workbook's file in slices, as Excel hands it out. */
import { openAsWorkbook, readDocumentFile, readDocumentName } from "../../../src/excel/workbook/documentFile";

/** Slices of the file: bytes, or their text in Base64. */
type Slices = readonly (readonly number[] | string)[];

/** Excel with a file of `size` bytes in these slices. Returns what was done with it. */
function host(slices: Slices, size = slices.flatMap((slice) => [...slice]).length, failing = -1) {
  const done: string[] = [];
  const succeeded = (value: unknown) => ({ status: "succeeded", value });
  const failed = { status: "failed", error: { message: "No slice" } };
  const file = {
    size,
    sliceCount: slices.length,
    getSliceAsync(index: number, give: (result: object) => void) {
      done.push(`slice ${index}`);
      give(index === failing ? failed : succeeded({ data: slices[index] }));
    },
    closeAsync(closed: () => void) {
      done.push("closed");
      closed();
    },
  };
  const getFileAsync = (type: string, { sliceSize }: { sliceSize: number }, give: (result: object) => void) => {
    done.push(`${type} of ${sliceSize}`);
    give(succeeded(file));
  };
  const requirements = { isSetSupported: () => true };
  Object.assign(globalThis, {
    Office: {
      context: { platform: "PC", requirements, document: { getFileAsync } },
      PlatformType: { OfficeOnline: "OfficeOnline" },
      FileType: { Compressed: "compressed" },
      AsyncResultStatus: { Succeeded: "succeeded" },
    },
  });
  return done;
}

test("A file is put together from its slices, one after the other, and closed", async () => {
  const done = host([[80, 75, 3], [4, 5, 6], [7]]);
  expect([...(await readDocumentFile())]).toEqual([80, 75, 3, 4, 5, 6, 7]);
  expect(done).toEqual(["compressed of 4194304", "slice 0", "slice 1", "slice 2", "closed"]);
});

test("A slice in Base64 is decoded", async () => {
  host([[80], btoa("K\u0003\u00ff")], 4);
  expect([...(await readDocumentFile())]).toEqual([80, 75, 3, 255]);
});

test.each<[what: string, slices: Slices, size: number, message: string]>([
  ["of fewer bytes than it should have", [[80, 75]], 3, "did not return the whole file"],
  ["of more bytes than it should have", [[80], [75, 3, 4]], 3, "more than the workbook's file"],
  ["over 50 MB", [], 50_000_001, "more than 50 MB"],
])("A file %s is refused, and closed", async (_what, slices, size, message) => {
  const done = host(slices, size);
  await expect(readDocumentFile()).rejects.toThrow(message);
  expect(done.at(-1)).toBe("closed");
});

test("A file of 50 MB is read", async () => {
  host([[]], 50_000_000);
  await expect(readDocumentFile()).rejects.toThrow("did not return the whole file");
});

test("A slice that Excel does not hand out is an error, and the file is closed", async () => {
  const done = host([[80], [75]], 2, 1);
  await expect(readDocumentFile()).rejects.toThrow("No slice");
  expect(done.at(-1)).toBe("closed");
});

test("An Excel that hands out no files is asked for none", async () => {
  const done = host([[80]]);
  for (const missing of ["CompressedFile", "File"]) {
    Office.context.requirements.isSetSupported = (set) => set !== missing;
    await expect(readDocumentFile()).rejects.toThrow("does not give the add-in the workbook's file");
  }
  expect(done).toEqual([]);
});

test("A large file is opened as a new workbook, whole", async () => {
  let created = "";
  const createWorkbook = (base64: string) => {
    created = base64;
    return Promise.resolve();
  };
  Object.assign(globalThis, { Excel: { createWorkbook } });
  const bytes = Uint8Array.from({ length: 70_001 }, (_, at) => (at * 7 + Math.floor(at / 256)) % 256);
  await openAsWorkbook(bytes);
  expect(Buffer.from(created, "base64").equals(bytes)).toBe(true);
});

test("The workbook's name is loaded before it is read", async () => {
  let loaded = "";
  const workbook = { load: (text: string) => (loaded = text), name: undefined as string | undefined };
  const sync = async () => void (workbook.name = loaded === "name" ? "Board.xlsx" : undefined);
  const run = (_options: object, work: (context: object) => unknown) => work({ workbook, sync });
  Object.assign(globalThis, { Excel: { run } });
  expect(await readDocumentName()).toBe("Board.xlsx");
});
