/** The ribbon's buttons that run a command of the add-in (`ExecuteFunction`): the host's event, and its completion. */

export interface Commands {
  /**
   * Runs the command of this name; fulfilled when the add-in has completed it.
   * @throws Error if the add-in has no command of this name.
   */
  run(name: string, control: string): Promise<void>;
  /** To be called when the add-in begins to listen to commands. */
  start(): void;
  /** To be called when the add-in has completed a command. `error` is 0, or the number of an error. */
  complete(invocation: string, error: number): void;
}

export const COMMAND_EVENT = "appCommandInvoked";

export function createCommands(raise: (data: unknown) => void): Commands {
  const running = new Map<string, (error: number) => void>();
  let last = 0;
  let start: () => void;
  const started = new Promise<void>((resolve) => (start = resolve));
  return {
    start: () => start(),
    async run(name, control) {
      await started;
      const invocation = String(++last);
      const error = await new Promise<number>((resolve) => {
        running.set(invocation, resolve);
        raise({ 0: invocation, 1: name, 2: JSON.stringify({ source: { controlId: control } }) });
      });
      if (error !== 0)
        throw new Error(`The add-in ran no command "${name}" (error ${error}). Check FunctionName in manifest.xml.`);
    },
    complete(invocation, error) {
      running.get(invocation)?.(error);
      running.delete(invocation);
    },
  };
}
