/** The styles of a file: cells and conditional formats name them by their number. */
import type { IStyleData } from "@univerjs/core";
import { escapeXml } from "../../src/spreadsheet/xlsx/xml";

export interface StyleSheet {
  /** Returns the number of a cell's style. */
  cell(style: IStyleData): number;
  /** Returns the number of what a conditional format changes. */
  difference(style: IStyleData): number;
  /** Returns the part, with all styles so far. */
  xml(): string;
}

/** Numbers below are formats that Excel has built in. */
const FIRST_FORMAT = 164;
const FONT = { name: "Arial", size: 11, color: "#000000" };
/** By Univer's numbers. */
const HORIZONTAL = ["", "left", "center", "right", "justify"];
const VERTICAL = ["", "top", "center", "bottom"];
const LINES = [
  ["", "thin", "hair", "dotted", "dashed", "dashDot", "dashDotDot", "double"],
  ["medium", "mediumDashed", "mediumDashDot", "mediumDashDotDot", "slantDashDot", "thick"],
].flat();
const [CUT, WRAPPED] = [2, 3];
/** In pixels, of one level of indent. */
const INDENT = 12;
const SIDES = [
  ["left", "l"],
  ["right", "r"],
  ["top", "t"],
  ["bottom", "b"],
] as const;

export function createStyleSheet(): StyleSheet {
  const formats = new NumberedTexts();
  const [fonts, fills, borders] = [new NumberedTexts(), new NumberedTexts(), new NumberedTexts()];
  const [cells, differences] = [new NumberedTexts(), new NumberedTexts()];
  const format = ({ n }: IStyleData) => (n ? FIRST_FORMAT + formats.numberOf(n.pattern) : 0);
  const cell = (style: IStyleData): number => {
    const parts = [
      ["numFmtId", format(style)],
      ["fontId", fonts.numberOf(fontXml(style))],
      ["fillId", fills.numberOf(fillXml(style, "fgColor"))],
      ["borderId", borders.numberOf(bordersXml(style))],
    ].map(([name, number]) => ` ${name}="${number}"`);
    return cells.numberOf(`<xf${parts.join("")} xfId="0" applyAlignment="1">${alignmentXml(style)}</xf>`);
  };
  // The first fills are Excel's own.
  fills.numberOf(fillXml({}, "fgColor"));
  fills.numberOf('<fill><patternFill patternType="gray125"/></fill>');
  cell({});
  return {
    cell,
    difference: (style) => differences.numberOf(differenceXml(style, format(style))),
    xml: () => {
      const numFmts = formats.texts.map((code, at) => formatXml(FIRST_FORMAT + at, code));
      const parts = [
        listXml("numFmts", numFmts),
        listXml("fonts", fonts.texts),
        listXml("fills", fills.texts),
        listXml("borders", borders.texts),
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
        listXml("cellXfs", cells.texts),
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
        listXml("dxfs", differences.texts),
      ];
      return `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${parts.join("")}</styleSheet>`;
    },
  };
}

/** Numbers texts from 0 in the order of their first use. */
class NumberedTexts {
  private readonly numbers = new Map<string, number>();

  numberOf(text: string): number {
    const number = this.numbers.get(text) ?? this.numbers.size;
    this.numbers.set(text, number);
    return number;
  }

  get texts(): string[] {
    return [...this.numbers.keys()];
  }
}

function listXml(name: string, items: readonly string[]): string {
  return items.length === 0 ? "" : `<${name} count="${items.length}">${items.join("")}</${name}>`;
}

function formatXml(number: number, code: string): string {
  return `<numFmt numFmtId="${number}" formatCode="${escapeXml(code)}"/>`;
}

function fontXml({ bl, it, fs, cl, ff }: IStyleData): string {
  const color = argb(cl?.rgb ?? FONT.color);
  return `<font>${bl ? "<b/>" : ""}${it ? "<i/>" : ""}<sz val="${fs ?? FONT.size}"/><color rgb="${color}"/><name val="${escapeXml(ff ?? FONT.name)}"/></font>`;
}

/** @param tag A conditional format has the colour of a solid fill as its background. */
function fillXml({ bg }: IStyleData, tag: "fgColor" | "bgColor"): string {
  return bg?.rgb
    ? `<fill><patternFill patternType="solid"><${tag} rgb="${argb(bg.rgb)}"/></patternFill></fill>`
    : '<fill><patternFill patternType="none"/></fill>';
}

function bordersXml({ bd }: IStyleData): string {
  const sides = SIDES.map(([name, key]) => {
    const line = bd?.[key];
    const style = LINES[line?.s ?? 0];
    return line && style
      ? `<${name} style="${style}"><color rgb="${argb(line.cl.rgb ?? "")}"/></${name}>`
      : `<${name}/>`;
  });
  return `<border>${sides.join("")}<diagonal/></border>`;
}

function alignmentXml({ ht, vt, tb, pd }: IStyleData): string {
  const attributes = [
    ["horizontal", HORIZONTAL[ht ?? 0] || (pd?.l ? "left" : "")],
    ["vertical", VERTICAL[vt ?? 0]],
    ["wrapText", Number(tb) === WRAPPED ? "1" : ""],
    ["shrinkToFit", Number(tb) === CUT ? "1" : ""],
    ["indent", pd?.l ? String(Math.round(pd.l / INDENT)) : ""],
  ].flatMap(([name, value]) => (value ? [` ${name}="${value}"`] : []));
  return `<alignment${attributes.join("")}/>`;
}

function differenceXml(style: IStyleData, format: number): string {
  const { bl, cl, bg, n } = style;
  const color = cl?.rgb ? `<color rgb="${argb(cl.rgb)}"/>` : "";
  const font = bl || color ? `<font>${bl ? "<b/>" : ""}${color}</font>` : "";
  return `<dxf>${font}${n ? formatXml(format, n.pattern) : ""}${bg?.rgb ? fillXml(style, "bgColor") : ""}</dxf>`;
}

/** Converts a colour such as #1f1f1f. */
export function argb(color: string): string {
  return `FF${/^#([0-9a-f]{6})$/i.exec(color)?.[1]?.toUpperCase() ?? "000000"}`;
}
