/** Conditional formats: a number format, a fill or bold letters while another cell of the sheet holds a text. Other rules are not there. */
import { notImplemented, officeError, type HostObject } from "../office/hostObject";
import { requireWritable } from "./protection";
import { addressOfRange, type HostRange } from "./range";
import type { ConditionalFormatState } from "./state";

const RULE = /^=(\$?[A-Z]{1,3}\$?\d+)="([^"]*)"$/;

/** The cell that a rule looks at, and the text that it looks for. */
export function readRule(formula: string): { readonly cell: string; readonly text: string } | undefined {
  const [, cell, text] = RULE.exec(formula) ?? [];
  return cell === undefined || text === undefined ? undefined : { cell: cell.replaceAll("$", ""), text };
}

export function conditionalFormatsObject(range: HostRange): HostObject {
  const { model, sheet } = range;
  const { state } = model;
  const address = addressOfRange(range);
  const all = () => (state.conditionalFormats ??= []);
  const own = () => all().filter((each) => each.sheet === sheet.getSheetId() && each.address === address);
  return {
    type: "ConditionalFormatCollection",
    items: () => own().map((each) => formatItem(range, each)),
    methods: {
      add: (type: string) => {
        requireWritable(range);
        if (type !== "Custom") throw notImplemented("ConditionalFormatCollection", "add");
        const added = { id: crypto.randomUUID(), sheet: sheet.getSheetId(), address, formula: "" };
        all().push(added);
        return formatItem(range, added);
      },
      getCount: () => own().length,
      clearAll: () => {
        state.conditionalFormats = all().filter((each) => !own().includes(each));
        model.onChange();
      },
      getItem: (id: string) => {
        const found = own().find((each) => each.id === id);
        if (found) return formatItem(range, found);
        throw officeError("ItemNotFound", `There is no conditional format "${id}".`);
      },
    },
  };
}

function formatItem({ model }: HostRange, format: ConditionalFormatState): HostObject {
  const set = (change: Partial<ConditionalFormatState>) => {
    Object.assign(format, change);
    model.onChange();
  };
  const rule = (): HostObject => ({
    type: "ConditionalFormatRule",
    values: { formula: () => format.formula },
    setters: {
      formula: (formula: string) => {
        if (!readRule(formula)) throw notImplemented("ConditionalFormatRule", `formula ${formula}`);
        set({ formula });
      },
    },
  });
  const look = (): HostObject => ({
    type: "ConditionalRangeFormat",
    values: { numberFormat: () => format.numberFormat ?? null },
    setters: { numberFormat: (numberFormat: string) => set({ numberFormat }) },
    objects: {
      fill: () => ({
        type: "ConditionalRangeFill",
        values: { color: () => format.fill ?? "" },
        setters: { color: (fill: string) => set({ fill }) },
      }),
      font: () => ({
        type: "ConditionalRangeFont",
        values: { bold: () => format.bold ?? null },
        setters: { bold: (bold: boolean) => set({ bold }) },
      }),
    },
  });
  return {
    type: "ConditionalFormat",
    id: format.id,
    values: { id: () => format.id, type: () => "Custom" },
    objects: { custom: () => ({ type: "CustomConditionalFormat", objects: { rule, format: look } }) },
  };
}
