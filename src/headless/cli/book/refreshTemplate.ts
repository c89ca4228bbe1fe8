/** Fills a template (.pptx, .docx) with numbers: the copy has values only. */
import { toText } from "../../../spreadsheet/engine/coercion";
import { evaluateOnce, type Result } from "../../../spreadsheet/engine/evaluate";
import type { CellError } from "../../../spreadsheet/engine/values";
import { objectsIn } from "../../../spreadsheet/documents/embeddedCharts";
import { findUnreadContents, type UnreadContents } from "../../../spreadsheet/documents/unreadContents";
import { OUR_MARKERS } from "./ourMarkers";
import type { FormulaMarker } from "../../../spreadsheet/documents/markers";
import {
  allMarkers,
  loadTemplate,
  unreadPlaces,
  writeCopy,
  type PlacedMarker,
  type Template,
} from "../../../spreadsheet/documents/template";
import { isSigned } from "../../../spreadsheet/xlsx/surroundings";
import { hiddenErrorText } from "../../../numbers/language/hiddenErrors";
import { calculateAfresh, createFileSession, type AnswerTimes } from "./freshAnswers";
import { hiddenMistake, findMisspeltMessages, type MisspeltMessages } from "./misspeltNames";
import type { FileSummary, RefreshedBook } from "./refreshBook";
import type { FileChange } from "./refreshSheets";
import { takenNotes } from "./workbookSettings";
import { refreshCharts, type RefreshTemplateOptions } from "./templateCharts";
import { createFailure } from "../../standalone/failure";
import { formulaWith, inputsOf, type TemplateInput } from "./templateInputs";

type PlacedFormula = PlacedMarker & FormulaMarker;

/** What a copy shows for a number that is missing, if it may be. */
const MISSING = "n/a";

/**
 * Refreshes a template. Its errors are missing numbers, which the copy shows as "n/a"; with its problems it is no copy to show.
 * Rejects if the service fails, if the file cannot be read, or for an unknown input.
 */
export async function refreshTemplate(bytes: Uint8Array, options: RefreshTemplateOptions): Promise<RefreshedBook> {
  const template = await loadTemplate(bytes, OUR_MARKERS, options.limits);
  const { kind = template.kind } = options;
  if (kind.program !== template.kind.program)
    throw createFailure("file", `It is a file of ${template.kind.program} with a name of ${kind.program}. Rename it.`);
  const inputs = inputsOf(template, options.inputs ?? []);
  const formulas = formulasOf(template, inputs);
  const charts = await refreshCharts(template, inputs, options);
  const texts = await evaluateTexts(formulas, inputs, options);
  const used = usedInputs(inputs, formulas, new Set([...charts.inputs, ...(options.inputs ?? []).map(lowerName)]));
  const problems = [...problemsOf(template, formulas, used), ...texts.problems, ...charts.problems];
  const isFilled = formulas.length > 0 || charts.refreshed > 0;
  const contents = await findUnreadContents(template);
  const left = await leftNotes(template, contents);
  const shown = new Map([...texts.shown, ...used.flatMap(({ value, markers }) => markers.map(valueOf(value)))]);
  return {
    bytes: isFilled && problems.length === 0 ? await writeCopy(template, shown, charts.changes, kind) : bytes,
    hasFormulas: isFilled || problems.length > 0,
    others: left.join(" "),
    summary: {
      refreshed: texts.shown.size + charts.refreshed,
      changes: [...changesOf(shown), ...charts.cells],
      errors: [...texts.errors, ...charts.errors],
      problems,
      checks: charts.checks,
      largest: [],
      notes: [...texts.notes, ...charts.notes, ...(await notesOf(template, formulas, contents)), ...left],
      asOf: spanOf([texts.asOf, ...charts.asOf]),
    },
  };
}

function lowerName({ name }: { readonly name: string }): string {
  return name.toLowerCase();
}

function valueOf(value: string): (marker: PlacedMarker) => [PlacedMarker, string] {
  return (marker) => [marker, value];
}

/** Returns the markers with a call, or with the name of an input. Other formulas in braces are texts. */
function formulasOf(template: Template, inputs: ReadonlyMap<string, TemplateInput>): PlacedFormula[] {
  return allMarkers(template).filter(
    (marker): marker is PlacedFormula =>
      marker.kind === "formula" && (marker.isCall || marker.names.some((name) => inputs.has(name))),
  );
}

/** An input that nothing uses is a text in braces. */
function usedInputs(
  inputs: ReadonlyMap<string, TemplateInput>,
  formulas: readonly PlacedFormula[],
  others: ReadonlySet<string>,
): TemplateInput[] {
  const named = new Set(formulas.flatMap(({ names }) => names));
  return [...inputs].flatMap(([key, input]) => (named.has(key) || others.has(key) ? [input] : []));
}

const BOUND =
  "Word fills this content control from other data when it opens the document. Write the marker outside of it.";

function problemsOf(
  template: Template,
  formulas: readonly PlacedFormula[],
  inputs: readonly TemplateInput[],
): FileSummary["problems"] {
  const shown = [...formulas, ...inputs.flatMap(({ markers }) => markers)];
  return [
    ...[...allMarkers(template).filter(({ kind }) => kind === "open"), ...shown].flatMap(({ place, problem }) =>
      problem === undefined ? [] : [{ cell: place, problem }],
    ),
    ...shown.flatMap(({ isBound, place }) => (isBound ? [{ cell: place, problem: BOUND }] : [])),
    ...inputs
      .filter(({ isUnclear }) => isUnclear)
      .flatMap(({ name, markers }) =>
        markers.map(({ place, value }) => ({
          cell: place,
          problem: `The input ${name} is ${value} here, and has another value elsewhere. Write one, and {=${name}} for the others.`,
        })),
      ),
  ];
}

interface Texts {
  readonly shown: ReadonlyMap<PlacedMarker, string>;
  readonly errors: FileSummary["errors"];
  readonly problems: FileSummary["problems"];
  readonly notes: readonly string[];
  readonly asOf: AnswerTimes | undefined;
}

/** Evaluates the formulas together, each once. */
async function evaluateTexts(
  formulas: readonly PlacedFormula[],
  inputs: ReadonlyMap<string, TemplateInput>,
  { source, settings, signal, onProgress, now }: RefreshTemplateOptions,
): Promise<Texts> {
  const shown = new Map<PlacedMarker, string>();
  const errors: (CellError & { cell: string })[] = [];
  const problems: { cell: string; problem: string }[] = [];
  const markers = formulas.filter(({ problem }) => problem === undefined);
  if (markers.length === 0) return { shown, errors, problems, notes: [], asOf: undefined };
  const textOf = ({ formula, names }: PlacedFormula) => formulaWith(formula, names, inputs);
  const written = [...new Set(markers.map(textOf))];
  const session = createFileSession(source);
  const { outcomes, ...answered } = await calculateAfresh(
    { session, settings, dateSystem: 1900, signal },
    (functions) => evaluateOnce(written, functions, { signal, onProgress, now }),
    (results) => results.map((result) => ("error" in result ? result.error : null)),
  );
  const misspelt = findMisspeltMessages(answered.calls);
  const results = new Map(written.map((text, at) => [text, readResult(outcomes[at], misspelt)]));
  for (const marker of markers) {
    const read = results.get(textOf(marker)) ?? BLANK;
    if ("problem" in read) problems.push({ cell: marker.place, problem: read.problem });
    if ("code" in read)
      errors.push({ cell: marker.place, code: read.code, message: `${read.message} ${ofFormula(marker)}` });
    if (!("problem" in read)) shown.set(marker, "text" in read ? read.text : MISSING);
  }
  const notes = takenNotes({
    ...answered,
    own: undefined,
    given: settings,
    dateSystem: 1900,
    areLost: false,
    isTemplate: true,
    hasFormulas: false,
  });
  return { shown, errors, problems, notes, asOf: answered.asOf };
}

function ofFormula({ formula }: FormulaMarker): string {
  return `(in {=${formula}})`;
}

const BLANK: CellError = { code: "#N/A", message: 'The result is an empty text. For no text on purpose, return " ".' };

function readResult(
  result: Result | undefined,
  misspelt: MisspeltMessages,
): { text: string } | CellError | { problem: string } {
  if (!result) return BLANK;
  if ("error" in result) return result.error;
  const hidden = hiddenMistake(result.callErrors, misspelt);
  if (hidden) return { code: hidden.code, message: hiddenErrorText([], hidden.message) };
  if (Array.isArray(result.value)) {
    const size = `${result.value.length} × ${result.value[0]?.length ?? 0}`;
    return { problem: `The formula returns a table of ${size} values, and a text shows one.` };
  }
  const text = toText(result.value);
  if (typeof text !== "string") return text;
  return text === "" ? BLANK : { text };
}

function changesOf(shown: ReadonlyMap<PlacedMarker, string>): FileChange[] {
  return [...shown].map(([marker, text]) => ({
    cell: marker.place,
    old:
      marker.kind === "formula"
        ? `{=${marker.formula}}`
        : marker.kind === "input"
          ? `{${marker.name}=${marker.value}}`
          : "",
    new: text,
  }));
}

/** Returns what is said of texts that stay as they are although they may be meant as markers. */
async function leftNotes(template: Template, { fields, files }: UnreadContents): Promise<string[]> {
  return placedNotes([
    [
      await unreadPlaces(template),
      "A marker stays as it is where no paragraph holds it, such as in an alternative text",
    ],
    [fields, "A field of Word (Ctrl+F9) is no marker and stays as it is. Type the braces of {=…} in its place"],
    [files, "A file that is inserted as a whole (altChunk) is not read, so a marker in it stays as it is"],
  ]);
}

async function notesOf(
  template: Template,
  formulas: readonly PlacedFormula[],
  { links }: UnreadContents,
): Promise<string[]> {
  const known = new Set<PlacedMarker>(formulas);
  const texts = allMarkers(template).filter((marker) => marker.kind === "formula" && !known.has(marker));
  return [
    ...placedNotes([
      [texts.map(({ place }) => place), "A text {=…} that calls no function of ours stays as it is"],
      [await objectsIn(template), "An embedded or linked object, such as a sheet of Excel, is not refreshed"],
      [links, "What shows the contents of another file, such as a field LINK, is not refreshed"],
    ]),
    ...((await isSigned(template)) ? ["The template is signed. The signature does not fit the copy."] : []),
  ];
}

function placedNotes(notes: readonly (readonly [places: readonly string[], what: string])[]): string[] {
  return notes.flatMap(([places, what]) => (places.length > 0 ? [`${what}: ${[...new Set(places)].join("; ")}.`] : []));
}

function spanOf(all: readonly (AnswerTimes | undefined)[]): AnswerTimes | undefined {
  const known = all.flatMap((times) => times ?? []);
  const oldest = known.map((times) => times.oldest).sort()[0];
  const newest = known
    .map((times) => times.newest)
    .sort()
    .at(-1);
  return oldest === undefined || newest === undefined ? undefined : { oldest, newest };
}
