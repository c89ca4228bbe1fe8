/** Conditional formats of a sheet, as files have them. */
import type { IRange, IStyleData } from "@univerjs/core";
import { formatArea } from "../../src/spreadsheet/cells/address";
import { escapeXml } from "../../src/spreadsheet/xlsx/xml";
import { areaOfRange } from "../univer/range";
import { argb, type StyleSheet } from "./styleSheet";

/** A conditional format as Univer stores it: a look while a formula holds, or data bars. */
export interface FileRule {
  readonly ranges: readonly IRange[];
  readonly rule: {
    readonly type: string;
    /** The formula of a look, with "=". */
    readonly value?: string;
    readonly style?: IStyleData;
    readonly isShowValue?: boolean;
    readonly config?: BarConfig;
  };
}

interface BarConfig {
  readonly min: Bound;
  readonly max: Bound;
  readonly isGradient: boolean;
  readonly positiveColor: string;
  readonly nativeColor: string;
}

interface Bound {
  readonly type: string;
  readonly value?: string | number;
}

const NEWER = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main";
const EXCEL = "http://schemas.microsoft.com/office/excel/2006/main";

/** Univer lists the newest rule first, which comes first in Excel too. */
export function conditionalFormatsXml(rules: readonly FileRule[], styles: StyleSheet): string {
  return rules
    .map(({ ranges, rule }, at) => {
      const { config, value, style } = rule;
      if (config) return formatXml(ranges, barXml(config, rule.isShowValue ?? true, at));
      if (!value) return "";
      const look = `<cfRule type="expression" dxfId="${styles.difference(style ?? {})}" priority="${at + 1}"><formula>${escapeXml(value.slice(1))}</formula></cfRule>`;
      return formatXml(ranges, look);
    })
    .join("");
}

/** Colours below zero are of Excel 2010: they stand at the sheet's end, under the id of the bars above. */
export function dataBarsXml(rules: readonly FileRule[]): string {
  const bars = rules.flatMap(({ ranges, rule: { config } }, at) => {
    if (!config) return [];
    const { positiveColor, nativeColor, isGradient } = config;
    const bar = `<x14:dataBar minLength="0" maxLength="100" gradient="${Number(isGradient)}">${bound(config.min, "x14:")}${bound(config.max, "x14:")}<x14:fillColor rgb="${argb(positiveColor)}"/><x14:negativeFillColor rgb="${argb(nativeColor)}"/><x14:axisColor rgb="FF000000"/></x14:dataBar>`;
    return [
      `<x14:conditionalFormatting xmlns:xm="${EXCEL}"><x14:cfRule type="dataBar" id="${idOf(at)}">${bar}</x14:cfRule><xm:sqref>${cellsOf(ranges)}</xm:sqref></x14:conditionalFormatting>`,
    ];
  });
  if (bars.length === 0) return "";
  return `<extLst><ext xmlns:x14="${NEWER}" uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}"><x14:conditionalFormattings>${bars.join("")}</x14:conditionalFormattings></ext></extLst>`;
}

function formatXml(ranges: readonly IRange[], rule: string): string {
  return `<conditionalFormatting sqref="${cellsOf(ranges)}">${rule}</conditionalFormatting>`;
}

function cellsOf(ranges: readonly IRange[]): string {
  return ranges.map((range) => formatArea(areaOfRange(range))).join(" ");
}

function barXml({ min, max, positiveColor }: BarConfig, showsValue: boolean, at: number): string {
  const bar = `<dataBar showValue="${Number(showsValue)}">${bound(min, "")}${bound(max, "")}<color rgb="${argb(positiveColor)}"/></dataBar>`;
  const link = `<extLst><ext xmlns:x14="${NEWER}" uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}"><x14:id>${idOf(at)}</x14:id></ext></extLst>`;
  return `<cfRule type="dataBar" priority="${at + 1}">${bar}${link}</cfRule>`;
}

/** Univer's words for bounds are the file's. */
function bound({ type, value }: Bound, prefix: "" | "x14:"): string {
  const text = escapeXml(String(value ?? "").replace(/^=/, ""));
  if (prefix === "") return `<cfvo type="${type}"${text && ` val="${text}"`}/>`;
  return `<x14:cfvo type="${type}">${text && `<xm:f>${text}</xm:f>`}</x14:cfvo>`;
}

/** Returns an id for the rule at this place. */
function idOf(at: number): string {
  return `{00000000-0000-4000-8000-${String(at).padStart(12, "0")}}`;
}
