import fc from "fast-check";
import { fillParagraph, NO_TEXT, paragraphsIn } from "../../../src/spreadsheet/documents/paragraphs";
import { applySplices, parseXml } from "../../../src/spreadsheet/xlsx/xml";
import { run, slideText } from "./files";

/** Texts cut at any places into runs. */
const runs = fc.array(fc.stringMatching(/^[a-z<&" ]{0,6}$/), { minLength: 1, maxLength: 8 });

function readText(content: string) {
  const xml = `<w:p xmlns:w="w" xmlns:a="a" xmlns:mc="mc">${content}</w:p>`;
  const [paragraph] = paragraphsIn(parseXml(xml, "document"));
  return { xml, text: paragraph?.text, paragraph };
}

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

/** Contents of a run of Word (ECMA-376 part 1, CT_R), and their characters. */
const CHARACTERS = [
  ["<w:noBreakHyphen/>", "-"],
  ["<w:softHyphen/>", ""],
  ["<w:tab/>", "\t"],
  ['<w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/>', "\t"],
  ["<w:br/>", " "],
  ['<w:br w:type="page"/>', " "],
  ["<w:cr/>", " "],
  ['<w:sym w:font="Arial" w:char="2212"/>', "\u2212"],
] as const;

const UNSHOWN = [
  "<w:rPr><w:b/></w:rPr>",
  "<w:lastRenderedPageBreak/>",
  "<w:annotationRef/>",
  "<w:delText>x</w:delText>",
  "<w:instrText>x</w:instrText>",
  "<w:delInstrText>x</w:delInstrText>",
  '<w:commentReference w:id="1"/>',
] as const;

const PICTURES = [
  '<w:sym w:font="Symbol" w:char="F02D"/>',
  '<w:sym w:font="Symbol" w:char="2D"/>',
  '<w:sym w:font="Wingdings" w:char="F0E0"/>',
  "<w:drawing><w:t>x</w:t></w:drawing>",
  "<w:pict/>",
  "<w:object/>",
  "<w:contentPart/>",
  '<w:fldChar w:fldCharType="begin"/>',
  "<w:ruby><w:rubyBase><w:r><w:t>x</w:t></w:r></w:rubyBase></w:ruby>",
  '<w:footnoteReference w:id="2"/>',
  '<w:endnoteReference w:id="2"/>',
  "<w:footnoteRef/>",
  "<w:endnoteRef/>",
  "<w:separator/>",
  "<w:continuationSeparator/>",
  "<w:pgNum/>",
  "<w:dayShort/>",
  "<w:dayLong/>",
  "<w:monthShort/>",
  "<w:monthLong/>",
  "<w:yearShort/>",
  "<w:yearLong/>",
  "<mc:AlternateContent><mc:Fallback><w:t>x</w:t></mc:Fallback></mc:AlternateContent>",
  "<w:ofLaterVersions/>",
] as const;

test.each([
  ...CHARACTERS,
  ...UNSHOWN.map((element) => [element, ""] as const),
  ...PICTURES.map((element) => [element, NO_TEXT] as const),
])("A run with %s is read as its character, nothing or a sign of what is no text", (element, character) => {
  expect(readText(`${run("a")}<w:r>${element}</w:r>${run("b")}`).text).toBe(`a${character}b`);
});

test.each([
  ["<a:r><a:t>a</a:t></a:r><a:br><a:rPr/></a:br><a:r><a:t>b</a:t></a:r>", "a b"],
  ['<a:r><a:t>a</a:t></a:r><a:fld id="{1}" type="slidenum"><a:t>1</a:t></a:fld>', `a${NO_TEXT}`],
  ["<w:oMath><w:r><w:t>x</w:t></w:r></w:oMath>" + run("a"), `${NO_TEXT}a`],
  [`${run("a")}<w:fldSimple w:instr="REF x">${run("b")}</w:fldSimple>${run("c")}`, `a${NO_TEXT}b${NO_TEXT}c`],
  [`<w:bookmarkStart/>${run("a")}<w:proofErr/><w:commentRangeEnd/><w:customXmlInsRangeStart/>${run("b")}`, "ab"],
])("Beside runs, what is no text and what shows nothing are told apart: %s", (content, text) => {
  expect(readText(content).text).toBe(text);
});

test.each(CHARACTERS)("A run with %s loses it with the text around it", (element) => {
  const { xml, text, paragraph } = readText(`${run("a")}<w:r>${element}</w:r>${run("b")}`);
  if (!paragraph || text === undefined) throw new Error("There is no paragraph.");
  const filled = applySplices(xml, fillParagraph(paragraph, [{ start: 0, end: text.length, text: "5" }]));
  expect([filled.includes(element), paragraphsIn(parseXml(filled, "document"))[0]?.text]).toEqual([false, "5"]);
});

test("A character goes with the text around it, wherever in it", () => {
  const element = fc.constantFrom(...CHARACTERS.map(([xml]) => xml));
  const piece = fc.oneof(element, fc.stringMatching(/^[a-z]{1,4}$/));
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 10 }), fc.nat(), fc.nat(), (pieces, one, other) => {
      const { xml, paragraph } = readText(
        `<w:r>${pieces.map((each) => (each.startsWith("<") ? each : `<w:t>${each}</w:t>`)).join("")}</w:r>`,
      );
      if (!paragraph) return;
      const { text } = paragraph;
      const [start = 0, end = 0] = [one % text.length, (other % text.length) + 1].sort((a, b) => a - b);
      if (start >= end) return;
      const filled = applySplices(xml, fillParagraph(paragraph, [{ start, end, text: "5" }]));
      expect(paragraphsIn(parseXml(filled, "document"))[0]?.text).toBe(`${text.slice(0, start)}5${text.slice(end)}`);
    }),
  );
});
