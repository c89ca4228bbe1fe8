/** Conditional formats, which Univer keeps with their sheet: a look while a formula holds, and data bars. */
import { BorderStyleTypes, ICommandService, type IStyleData } from "@univerjs/core";
import {
  CFRuleType,
  CFSubRuleType,
  CFValueType,
  ConditionalFormattingRuleModel,
  DeleteConditionalRuleMutation,
  SetConditionalRuleMutation,
  type IConditionFormattingRule,
  type IDataBar,
  type IFormulaHighlightCell,
  type IValueConfig,
} from "@univerjs/sheets-conditional-formatting";
import { formatAddress } from "../../src/spreadsheet/cells/address";
import { notImplemented, type HostObject } from "../office/hostObject";
import { rangeOfArea } from "../univer/range";
import { createLookUps } from "./lookUps";
import { requireWritable } from "./protection";
import type { HostRange } from "./range";

/** Univer draws no axis. Its colour is stored beside the rule. */
type DataBar = IDataBar & { axisColor?: string };
type Rule = IFormulaHighlightCell | DataBar;
/** Of a line whose colour is not set. */
const BLACK = "#000000";
type FormatRule = IConditionFormattingRule<Rule>;

export function conditionalFormatsObject(range: HostRange): HostObject {
  const { model, sheet } = range;
  const place = { unitId: model.workbook().getId(), subUnitId: sheet.getSheetId() };
  const ranges = [rangeOfArea(range.area)];
  const rules = model.grid.injector.get(ConditionalFormattingRuleModel);
  const own = () => {
    const onSheet = rules.getSubunitRules(place.unitId, place.subUnitId) ?? [];
    // As Univer lists them, the newest first.
    const all = [...model.formats.rulesOn(place.subUnitId).reverse(), ...onSheet];
    return all.filter((each) => JSON.stringify(each.ranges) === JSON.stringify(ranges)) as FormatRule[];
  };
  const run = (mutation: { id: string }, params: object) => {
    requireWritable(range);
    model.grid.injector.get(ICommandService).syncExecuteCommand(mutation.id, { ...place, ...params });
  };
  const add = (rule: Rule, cfId: string = crypto.randomUUID()): FormatRule => {
    requireWritable(range);
    const added = { cfId, ranges, stopIfTrue: false, rule };
    model.formats.addRule(place.subUnitId, added);
    return added;
  };
  const objectOf = ({ cfId, rule }: FormatRule): HostObject => {
    const now = <T>() => own().find((each) => each.cfId === cfId)?.rule as T;
    const set = (change: Partial<IFormulaHighlightCell> | Partial<DataBar>) => {
      const next = { ...now<Rule>(), ...change } as Rule;
      const pending = model.formats.rulesOn(place.subUnitId).find((each) => each.cfId === cfId);
      if (pending) {
        requireWritable(range);
        pending.rule = next;
        return;
      }
      if (!("value" in change)) return run(SetConditionalRuleMutation, { rule: { cfId, ranges, rule: next } });
      // Univer calculates the formula of a rule that is added.
      run(DeleteConditionalRuleMutation, { cfId });
      add(next, cfId);
    };
    const [type, objects] =
      rule.type === CFRuleType.dataBar
        ? ["DataBar", { dataBar: () => dataBarObject(() => now<DataBar>(), set, automaticBounds(range)) }]
        : ["Custom", { custom: () => customObject(() => now<IFormulaHighlightCell>(), set) }];
    return { type: "ConditionalFormat", id: cfId, values: { id: () => cfId, type: () => type }, objects };
  };
  return {
    type: "ConditionalFormatCollection",
    items: () => own().map(objectOf),
    methods: {
      add: (type: string) => objectOf(add(newRule(type, range))),
      getCount: () => own().length,
      ...createLookUps(
        "ConditionalFormatCollection",
        "conditional format",
        (id) => own().find(({ cfId }) => cfId === id),
        objectOf,
      ),
    },
  };
}

function newRule(type: string, range: HostRange): Rule {
  if (type === "Custom")
    return { type: CFRuleType.highlightCell, subType: CFSubRuleType.formula, value: "", style: {} };
  if (type !== "DataBar") throw notImplemented("ConditionalFormatCollection", `add ${type}`);
  const config = { isGradient: true, positiveColor: "#638EC6", nativeColor: "#FF0000", ...automaticBounds(range) };
  return { type: CFRuleType.dataBar, isShowValue: true, config };
}

function customObject(rule: () => IFormulaHighlightCell, set: (change: Partial<IFormulaHighlightCell>) => void) {
  const style = (): IStyleData => rule().style;
  const setStyle = (change: IStyleData) => set({ style: { ...style(), ...change } });
  const fill = {
    type: "ConditionalRangeFill",
    values: { color: () => style().bg?.rgb ?? "" },
    setters: { color: (rgb: string) => setStyle({ bg: { rgb } }) },
  };
  const font = {
    type: "ConditionalRangeFont",
    values: {
      bold: () => (style().bl === undefined ? null : Boolean(style().bl)),
      color: () => style().cl?.rgb ?? "",
    },
    setters: {
      bold: (isBold: boolean) => setStyle({ bl: isBold ? 1 : 0 }),
      color: (rgb: string) => setStyle({ cl: { rgb } }),
    },
  };
  const format = {
    type: "ConditionalRangeFormat",
    values: { numberFormat: () => style().n?.pattern ?? null },
    setters: { numberFormat: (pattern: string) => setStyle({ n: { pattern } }) },
    objects: { fill: () => fill, font: () => font, borders: () => bordersObject(style, setStyle) },
  };
  const formula = {
    type: "ConditionalFormatRule",
    values: { formula: () => rule().value },
    setters: { formula: (value: string) => set({ value }) },
  };
  return { type: "CustomConditionalFormat", objects: { rule: () => formula, format: () => format } };
}

const SIDES = { EdgeTop: "t", EdgeBottom: "b", EdgeLeft: "l", EdgeRight: "r" } as const;

/** Thin lines, the only ones that conditional formats draw in Excel. */
function bordersObject(style: () => IStyleData, setStyle: (change: IStyleData) => void): HostObject {
  const border = (side: keyof typeof SIDES): HostObject => {
    const line = () => style().bd?.[SIDES[side]];
    const draw = (rgb: string) =>
      setStyle({ bd: { ...style().bd, [SIDES[side]]: { s: BorderStyleTypes.THIN, cl: { rgb } } } });
    return {
      type: "ConditionalRangeBorder",
      values: {
        color: () => line()?.cl.rgb ?? "",
        sideIndex: () => side,
        style: () => (line() ? "Continuous" : "None"),
      },
      setters: {
        color: draw,
        style: (name: string) => {
          if (name !== "Continuous") throw notImplemented("ConditionalRangeBorder", `style ${name}`);
          draw(line()?.cl.rgb ?? BLACK);
        },
      },
    };
  };
  const sides = Object.keys(SIDES) as (keyof typeof SIDES)[];
  return {
    type: "ConditionalRangeBorderCollection",
    values: { count: () => sides.length },
    items: () => sides.map(border),
    methods: { getItem: (side: keyof typeof SIDES) => border(side) },
  };
}

/** A bound in Excel's words. */
interface Bound {
  type: string;
  formula?: string | null;
}

const BOUNDS: Record<string, CFValueType> = {
  LowestValue: CFValueType.min,
  HighestValue: CFValueType.max,
  Number: CFValueType.num,
  Percent: CFValueType.percent,
  Percentile: CFValueType.percentile,
  Formula: CFValueType.formula,
};

type Bounds = Pick<IDataBar["config"], "min" | "max">;

/** Excel's automatic bars begin at 0. */
function automaticBounds({ area }: HostRange): Bounds {
  const cells = formatAddress("", area);
  const bound = (of: string) => ({ type: CFValueType.formula, value: `=${of}(0,${cells})` });
  return { min: bound("MIN"), max: bound("MAX") };
}

function dataBarObject(rule: () => DataBar, set: (change: Partial<DataBar>) => void, automatic: Bounds): HostObject {
  const setConfig = (change: Partial<DataBar["config"]>) => set({ config: { ...rule().config, ...change } });
  const readBound = (end: keyof Bounds): Bound => {
    const { type, value } = rule().config[end];
    if (value === automatic[end].value) return { type: "Automatic" };
    const name = Object.keys(BOUNDS).find((each) => BOUNDS[each] === type) ?? "";
    return { type: name, ...(value !== undefined && { formula: String(value) }) };
  };
  const boundOf = (end: keyof Bounds, { type, formula }: Bound): IValueConfig => {
    if (type === "Automatic") return automatic[end];
    const known = BOUNDS[type];
    if (!known) throw notImplemented("DataBarConditionalFormat", `bound ${type}`);
    return { type: known, ...(formula && { value: formula.startsWith("=") ? formula : Number(formula) }) };
  };
  const fill = (name: "positiveColor" | "nativeColor") => ({
    values: { fillColor: () => rule().config[name] },
    setters: { fillColor: (color: string) => setConfig({ [name]: color }) },
  });
  const positive = fill("positiveColor");
  return {
    type: "DataBarConditionalFormat",
    values: {
      showDataBarOnly: () => !rule().isShowValue,
      axisColor: () => rule().axisColor ?? "#000000",
      axisFormat: () => "Automatic",
      lowerBoundRule: () => readBound("min"),
      upperBoundRule: () => readBound("max"),
    },
    setters: {
      showDataBarOnly: (isAlone: boolean) => set({ isShowValue: !isAlone }),
      axisColor: (axisColor: string) => set({ axisColor }),
      axisFormat: (format: string) => {
        if (format !== "Automatic") throw notImplemented("DataBarConditionalFormat", `axisFormat ${format}`);
      },
      lowerBoundRule: (bound: Bound) => setConfig({ min: boundOf("min", bound) }),
      upperBoundRule: (bound: Bound) => setConfig({ max: boundOf("max", bound) }),
    },
    objects: {
      positiveFormat: () => ({
        type: "ConditionalDataBarPositiveFormat",
        values: { ...positive.values, gradientFill: () => rule().config.isGradient },
        setters: { ...positive.setters, gradientFill: (isGradient: boolean) => setConfig({ isGradient }) },
      }),
      negativeFormat: () => {
        const { values, setters } = fill("nativeColor");
        return {
          type: "ConditionalDataBarNegativeFormat",
          values: { ...values, matchPositiveFillColor: () => false },
          setters: {
            ...setters,
            matchPositiveFillColor: (isSame: boolean) => {
              if (isSame) throw notImplemented("ConditionalDataBarNegativeFormat", "matchPositiveFillColor");
            },
          },
        };
      },
    },
  };
}
