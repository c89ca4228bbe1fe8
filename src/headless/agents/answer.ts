/** The text of an answer: JSON of a bounded length, whatever the service has sent. */
import { escapeControls } from "../standalone/print";

/** Characters of an answer. A model reads all of it. */
const MOST = 40_000;
const MOST_OF_TEXT = 1_000;

/** The room that is left in an answer, in characters. */
export interface AnswerRoom {
  left: number;
}

export function createRoom(): AnswerRoom {
  return { left: MOST };
}

/** Formats an answer. Control characters and marks of text direction are escaped. */
export function answerText(answer: object): string {
  return escapeControls(JSON.stringify(answer));
}

/** Digits of a number, as Excel has them: more are noise of floating point. */
const DIGITS = 15;

/** Returns an answer as it is sent: what is undefined is not there. */
export function structured(answer: object): Record<string, unknown> {
  const rounded = (_key: string, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(DIGITS)) : value;
  return JSON.parse(JSON.stringify(answer, rounded)) as Record<string, unknown>;
}

/** Takes the room of a value if there is enough. Returns false otherwise. */
export function takeRoom(room: AnswerRoom, value: unknown): boolean {
  const { length } = answerText([value]);
  if (length > room.left) return false;
  room.left -= length;
  return true;
}

/**
 * Takes as many items as there is room for, from both ends: in a sorted list the last ones matter as much as the first.
 * @param what The items in words, such as "rows".
 */
export function takeItems<Item>(
  room: AnswerRoom,
  items: readonly Item[],
  what: string,
): { items: Item[]; cut?: string } {
  const [first, last]: [Item[], Item[]] = [[], []];
  for (let taken = 0; taken < items.length; taken += 1) {
    const isFirst = taken % 2 === 0;
    const item = items[isFirst ? first.length : items.length - 1 - last.length];
    if (item === undefined || !takeRoom(room, item)) {
      const ends = `the first ${first.length} and the last ${last.length} of ${items.length} ${what}`;
      const cut = `Cut: the middle is missing. These are ${ends}. Ask for less: name items, fields or a period.`;
      return { items: [...first, ...last.reverse()], cut };
    }
    (isFirst ? first : last).push(item);
  }
  return { items: [...first, ...last.reverse()] };
}

/** Returns a text of bounded length, with a mark where it was cut. */
export function shortenText(text: string, most = MOST_OF_TEXT): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (cut)`;
}
