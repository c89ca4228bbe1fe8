/** The inputs of a template, such as `{Plan=FY26 Plan}`: their values, and formulas that use them by name. */
import { isNameToken, type InputMarker } from "../../../spreadsheet/documents/markers";
import { allMarkers, type PlacedMarker, type Template } from "../../../spreadsheet/documents/template";
import { tokensOf } from "../../../spreadsheet/formulas/tokens";
import { textLiteral } from "../../../spreadsheet/formulas/textLiteral";
import { createFailure } from "../../standalone/failure";
import { literalOf, type CellSetting } from "./cellSettings";

export type TemplateInputMarker = PlacedMarker & InputMarker;

export interface TemplateInput {
  readonly name: string;
  /** As it is shown. */
  readonly value: string;
  /** As formulas have it: a number, or a text in quotation marks. */
  readonly literal: string;
  /** Where it stands. */
  readonly markers: readonly TemplateInputMarker[];
  /** True if it stands in several places with different values, and no value is set. */
  readonly isUnclear: boolean;
}

/** Returns the inputs by their names in small letters. Throws an error of usage if a setting is for none of them. */
export function inputsOf(template: Template, settings: readonly CellSetting[]): Map<string, TemplateInput> {
  const byName = new Map<string, TemplateInputMarker[]>();
  for (const marker of allMarkers(template)) {
    if (marker.kind !== "input") continue;
    const key = marker.name.toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), marker]);
  }
  const set = new Map(settings.map((setting) => [settingKey(setting), setting]));
  for (const [key, { written }] of set)
    if (!byName.has(key))
      throw createFailure(
        "usage",
        `The template has no input ${written}. An input is a marker such as {Plan=FY26 Plan}.`,
      );
  return new Map(
    [...byName].map(([key, markers]) => {
      const own = new Set(markers.map(({ value }) => value));
      const given = set.get(key)?.text;
      const input = { name: markers[0]?.name ?? key, ...valueOf(given ?? markers[0]?.value ?? ""), markers };
      return [key, { ...input, isUnclear: given === undefined && own.size > 1 }];
    }),
  );
}

/** Quotation marks around a value make it a text, as in a formula, and are not shown. */
const QUOTED = /^["\u201c-\u201f\u00ab\u00bb]([^"\u201c-\u201f\u00ab\u00bb]*)["\u201c-\u201f\u00ab\u00bb]$/;

function valueOf(written: string): Pick<TemplateInput, "value" | "literal"> {
  const quoted = QUOTED.exec(written)?.[1];
  return quoted === undefined
    ? { value: written, literal: literalOf(written) }
    : { value: quoted, literal: textLiteral(quoted) };
}

/** A template has no sheets, so the name of a sheet is part of none of its inputs. */
function settingKey({ sheet, name, written }: CellSetting): string {
  return (sheet === undefined ? name : written).toLowerCase();
}

/** Returns the formula with the inputs that it names as variables. They win over cells such as Q1, which a template does not have. */
export function formulaWith(
  formula: string,
  names: readonly string[],
  inputs: ReadonlyMap<string, TemplateInput>,
): string {
  const used = [...new Set(names)].flatMap((name) => inputs.get(name) ?? []);
  if (used.length === 0) return formula;
  const tokens = tokensOf(formula).map((token) =>
    isNameToken(token) && inputs.has(token.value.toLowerCase()) ? variableOf(token.value) : token.value,
  );
  return `LET(${used.map(({ name, literal }) => `${variableOf(name)},${literal}`).join(",")},${tokens.join("")})`;
}

/** No variable has the name of a cell. */
function variableOf(name: string): string {
  return `_input_${name}`;
}
