/** How wide a cell's text is drawn, in pixels. */
import type { IStyleData } from "@univerjs/core";
import { PIXELS_PER_POINT } from "../univer/range";

/** What Univer draws a cell in that has no font, and of which size in points. */
const [FONT, SIZE] = ["Arial", 11];
/** The average of a letter's width, and of a bold one's, in the size of its font. */
const [LETTER, BOLD_LETTER] = [0.56, 0.6];

let canvas: OffscreenCanvasRenderingContext2D | null | undefined;

/** Measures the text in its font. Without a canvas, as in Node, the letters are counted. */
export function textWidth(text: string, { ff, fs, bl, it }: IStyleData): number {
  const pixels = (fs ?? SIZE) * PIXELS_PER_POINT;
  canvas ??= typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!canvas) return text.length * pixels * (bl ? BOLD_LETTER : LETTER);
  canvas.font = `${it ? "italic " : ""}${bl ? "bold " : ""}${pixels}px ${ff ?? FONT}`;
  return canvas.measureText(text).width;
}
