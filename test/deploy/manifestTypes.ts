/** Compares manifests with the types of Kubernetes: TypeScript refuses unknown keys in what is written as a literal. */
import { resolve } from "node:path";
import { flattenDiagnosticMessageText, ModuleKind, ModuleResolutionKind, ScriptTarget } from "typescript";
import { createCompilerHost, createProgram, createSourceFile, type CompilerOptions } from "typescript";
import { parseAllDocuments } from "yaml";

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}

const OPTIONS: CompilerOptions = {
  lib: ["lib.es5.d.ts"],
  module: ModuleKind.ESNext,
  moduleResolution: ModuleResolutionKind.Bundler,
  noEmit: true,
  strict: true,
  target: ScriptTarget.ESNext,
  types: [],
};

/** Returns the problems of each manifest, a YAML file of one or several objects. */
export function problemsOf(manifests: readonly string[]): string[][] {
  const programs = new Map(manifests.map((text, at) => [resolve(__dirname, `manifest${at}.ts`), literalsOf(text)]));
  const host = createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => programs.has(name) || fileExists(name);
  host.getSourceFile = (name, target, ...others) => {
    const text = programs.get(name);
    return text === undefined ? getSourceFile(name, target, ...others) : createSourceFile(name, text, target);
  };
  const program = createProgram([...programs.keys()], OPTIONS, host);
  return [...programs.keys()].map((name) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(name))
      .map(({ messageText }) => flattenDiagnosticMessageText(messageText, "\n")),
  );
}

/** Returns a program that assigns each object to a constant of its type. */
function literalsOf(manifest: string): string {
  const objects = parseAllDocuments(manifest).map((each) => each.toJS() as KubernetesObject);
  return objects
    .map((object, at) => {
      // The package names groups of Kubernetes' own domain by their first word.
      const version = object.apiVersion.replace(".k8s.io/", "/");
      const group = version.includes("/") ? version : `core/${version}`;
      return `export const object${at}: import("kubernetes-types/${group}").${object.kind} = ${JSON.stringify(object)};`;
    })
    .join("\n");
}
