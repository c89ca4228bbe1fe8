/** The ribbon's buttons that run a command of the add-in (`ExecuteFunction`): the host's event, and its completion. */

export interface Commands {
  /**
   * Runs the command of this name; fulfilled when the add-in says that it is done.
   * @throws Error where the add-in has given nobody this name.
   */
  run(name: string, control: string): Promise<void>;
  /** The add-in listens to commands from now on. */
  start(): void;
  /** Takes what the add-in says of a command: 0 if it is done, else the number of an error. */
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
