import fc from "fast-check";
import { fillParagraph, paragraphsIn } from "../../src/documents/paragraphs";
import { applySplices, parseXml } from "../../src/xlsx/xml";
import { slideText } from "./files";

/** Texts cut at any places into runs. */
const runs = fc.array(fc.stringMatching(/^[a-z<&" ]{0,6}$/), { minLength: 1, maxLength: 8 });

test("A text is replaced alike however it is cut into runs", () => {
  fc.assert(
    fc.property(runs, fc.nat(), fc.nat(), (texts, one, other) => {
      const whole = texts.join("");
      if (whole.trim() === "") return;
      const [start = 0, end = 0] = [one % whole.length, other % whole.length].sort((a, b) => a - b);
      if (start === end) return;
      const xml = `<root xmlns:a="a">${slideText(...texts)}</root>`;
      const [paragraph] = paragraphsIn(parseXml(xml, "slide"));
      if (!paragraph) throw new Error("There is no paragraph.");
      expect(paragraph.text).toBe(whole);
      const filled = applySplices(xml, fillParagraph(paragraph, [{ start, end, text: "1 < 2" }]));
      const [after] = paragraphsIn(parseXml(filled, "slide"));
      expect(after?.text).toBe(`${whole.slice(0, start)}1 < 2${whole.slice(end)}`);
      expect(after?.pieces).toHaveLength(texts.length);
    }),
  );
});
