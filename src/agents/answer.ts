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

/** Takes the room of a value if there is enough. Returns false otherwise. */
export function takeRoom(room: AnswerRoom, value: unknown): boolean {
  const { length } = answerText([value]);
  if (length > room.left) return false;
  room.left -= length;
  return true;
}

/**
 * Takes as many items as there is room for.
 * @param what The items in words, such as "rows".
 */
export function takeItems<Item>(
  room: AnswerRoom,
  items: readonly Item[],
  what: string,
): { items: Item[]; cut?: string } {
  const taken: Item[] = [];
  for (const item of items) {
    if (!takeRoom(room, item)) {
      const cut = `Cut: these are the first ${taken.length} of ${items.length} ${what}. Ask for less: name items, fields or a period.`;
      return { items: taken, cut };
    }
    taken.push(item);
  }
  return { items: taken };
}

/** Returns a text of bounded length, with a mark where it was cut. */
export function shortenText(text: string, most = MOST_OF_TEXT): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (cut)`;
}
