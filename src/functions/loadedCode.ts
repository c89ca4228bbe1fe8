import { toHostError } from "./cell";

/** Runs cells by code that loads with the first of them. Once it is loaded, cells run at once. */
export function withLoaded<Code>(load: () => Promise<Code>) {
  let loaded: Code | undefined;
  return <Result>(run: (code: Code) => Promise<Result>): Promise<Result> => {
    if (loaded) return run(loaded);
    return load().then(
      (code) => run((loaded = code)),
      (error: unknown) => {
        throw toHostError(error);
      },
    );
  };
}
