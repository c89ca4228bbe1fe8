/** Lists the comments of a workbook's file. Asks no service. */
import { DONE, createFailure } from "../../standalone/failure";
import { formatTable, plain } from "../../standalone/print";
import { loadWorkbook } from "../../../spreadsheet/xlsx/workbook";
import { commentsOfBook, type BookComment } from "../book/bookComments";
import { readBook } from "../book/bookFile";
import type { CommentsCommand } from "../command/parsedCommand";
import type { CommandIO } from "../command/io";

/** Resolves to the exit status. Rejects with an error for people if the file cannot be read. */
export async function runComments(
  { file, json }: CommentsCommand,
  { print }: Pick<CommandIO, "print">,
): Promise<number> {
  const comments = await commentsIn(file);
  if (json) print(comments.map((comment) => `${JSON.stringify(jsonOf(comment))}\n`).join(""));
  else print(comments.length === 0 ? `${file} has no comments.\n` : `${formatTable(comments.map(lineOf))}\n`);
  return DONE.clean;
}

async function commentsIn(file: string): Promise<BookComment[]> {
  try {
    const { bytes } = await readBook(file, { isDryRun: true });
    return commentsOfBook(await loadWorkbook(bytes));
  } catch (error) {
    if (error instanceof Error) throw createFailure("file", error.message, error);
    throw error;
  }
}

function lineOf({ state, mark, number, months, text, by, writtenAt }: BookComment): string[] {
  const day = writtenAt === undefined ? "" : isoTime(writtenAt).slice(0, 10);
  const written = [by, day].filter(Boolean).join(", ");
  return [[state, mark].filter(Boolean).join(": "), `${number}, ${months}`, text, written].map(plain);
}

function jsonOf({ asOf, writtenAt, value, ...comment }: BookComment): object {
  const time = (at: number | undefined) => (at === undefined ? null : isoTime(at));
  return { ...comment, value: value ?? null, asOf: time(asOf), writtenAt: time(writtenAt) };
}

function isoTime(at: number): string {
  return new Date(Math.round(at / 1000) * 1000).toISOString();
}
