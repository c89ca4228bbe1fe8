/** The kinds of files of Office: their endings, and the content types of their main parts. Office opens no file in which these differ. */

export interface FileKind {
  /** Such as ".xlsx". */
  readonly ending: string;
  readonly program: "Excel" | "PowerPoint" | "Word";
  readonly hasMacros: boolean;
  /** The content type of the workbook, the presentation or the document's text. */
  readonly contentType: string;
}

const OPEN_XML = "application/vnd.openxmlformats-officedocument.";

export const FILE_KINDS: readonly FileKind[] = [
  plain(".xlsx", "Excel", "spreadsheetml.sheet"),
  plain(".xltx", "Excel", "spreadsheetml.template"),
  macros(".xlsm", "Excel", "ms-excel.sheet.macroEnabled"),
  macros(".xltm", "Excel", "ms-excel.template.macroEnabled"),
  plain(".pptx", "PowerPoint", "presentationml.presentation"),
  plain(".potx", "PowerPoint", "presentationml.template"),
  plain(".ppsx", "PowerPoint", "presentationml.slideshow"),
  macros(".pptm", "PowerPoint", "ms-powerpoint.presentation.macroEnabled"),
  macros(".potm", "PowerPoint", "ms-powerpoint.template.macroEnabled"),
  macros(".ppsm", "PowerPoint", "ms-powerpoint.slideshow.macroEnabled"),
  plain(".docx", "Word", "wordprocessingml.document"),
  plain(".dotx", "Word", "wordprocessingml.template"),
  macros(".docm", "Word", "ms-word.document.macroEnabled"),
  macros(".dotm", "Word", "ms-word.template.macroEnabledTemplate"),
];

function plain(ending: string, program: FileKind["program"], type: string): FileKind {
  return { ending, program, hasMacros: false, contentType: `${OPEN_XML}${type}.main+xml` };
}

function macros(ending: string, program: FileKind["program"], type: string): FileKind {
  return { ending, program, hasMacros: true, contentType: `application/vnd.${type}.main+xml` };
}

/** Returns the kind by the ending of a name; undefined for any other. */
export function kindOfName(name: string): FileKind | undefined {
  return FILE_KINDS.find(({ ending }) => name.toLowerCase().endsWith(ending));
}

/** Returns the kind by the content type of the main part. */
export function kindOfType(type: string): FileKind | undefined {
  return FILE_KINDS.find(({ contentType }) => contentType.toLowerCase() === type.toLowerCase());
}
