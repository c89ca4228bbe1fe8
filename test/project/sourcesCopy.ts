/** A copy of the sources of some rooms, to be changed and compiled. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import ts from "typescript";

const PROJECT = join(__dirname, "../..");
const ROOMS = [
  "src/insights",
  "src/numbers/functions",
  "src/numbers/language",
  "src/numbers/analysis",
  "src/spreadsheet/cells",
  "src/spreadsheet/formulas",
  "sandbox",
];
const ROOTS = ["src/insights/index.ts", "src/numbers/functions/chunk.ts", "sandbox/routes.ts"];

export interface SourcesCopy {
  readonly path: (file: string) => string;
  /** Adds a text behind the first brace that ends a line, from a declaration on. */
  readonly insert: (file: string, declaration: string, text: string) => void;
  /** Compiles, and returns file and declaration of every error, whatever its words. */
  readonly errors: () => string[];
  readonly remove: () => void;
}

export function copySources(): SourcesCopy {
  const copy = mkdtempSync(join(tmpdir(), "sources-"));
  for (const room of ROOMS) cpSync(join(PROJECT, room), join(copy, room), { recursive: true });
  symlinkSync(join(PROJECT, "node_modules"), join(copy, "node_modules"));
  let program: ts.Program | undefined;
  return {
    path: (file) => join(copy, file),
    insert: (file, declaration, text) => {
      const path = join(copy, file);
      const source = readFileSync(path, "utf8");
      const brace = source.indexOf("{\n", source.indexOf(declaration)) + 1;
      if (text !== "") writeFileSync(path, source.slice(0, brace) + text + source.slice(brace));
    },
    errors: () => {
      program = compile(copy, program);
      return errorsOf(program, copy);
    },
    remove: () => rmSync(copy, { recursive: true }),
  };
}

function compile(copy: string, former?: ts.Program): ts.Program {
  const { config } = ts.readConfigFile(join(PROJECT, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, types: ["custom-functions-runtime"], checkJs: false },
    copy,
  );
  return ts.createProgram(
    ROOTS.map((file) => join(copy, file)),
    options,
    undefined,
    former,
  );
}

function errorsOf(program: ts.Program, copy: string): string[] {
  return [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()].map(
    ({ file, start = 0, messageText }) => {
      if (!file) return ts.flattenDiagnosticMessageText(messageText, "\n");
      const line = file.text.slice(file.text.lastIndexOf("\n", start) + 1).split("\n", 1)[0] ?? "";
      const declaration = /^(export )?\w+ \w+/.exec(line)?.[0] ?? line.trim();
      return `${relative(copy, file.fileName)}: ${declaration}`;
    },
  );
}
