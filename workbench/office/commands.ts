/** The ribbon's buttons that run a command of the add-in (`ExecuteFunction`): the host's event, and its completion. */

export interface OfficeCommands {
  /**
   * Runs the command of this name, after those that were pressed before; fulfilled when the add-in has completed it.
   * @throws Error if the add-in has no command of this name.
   */
  run(name: string, control: string): Promise<void>;
  /** To be called when the add-in begins to listen to commands. */
  start(): void;
  /** To be called when the add-in has completed a command. `error` is 0, or the number of an error. */
  complete(invocation: string, error: number): void;
  /** Does this at once, or when the commands that were pressed are completed. */
  whenCompleted(task: () => void): void;
}

export const COMMAND_EVENT = "appCommandInvoked";

export function createCommands(raise: (data: unknown) => void): OfficeCommands {
  const running = new Map<string, (error: number) => void>();
  let last = 0;
  let start: () => void;
  const started = new Promise<void>((resolve) => (start = resolve));
  let queue: Promise<unknown> = started;
  const invoke = (name: string, control: string) =>
    new Promise<number>((resolve) => {
      const invocation = String(++last);
      running.set(invocation, resolve);
      raise({ 0: invocation, 1: name, 2: JSON.stringify({ source: { controlId: control } }) });
    });
  return {
    start: () => start(),
    async run(name, control) {
      const ended = queue.then(() => invoke(name, control));
      queue = ended;
      const error = await ended;
      if (error !== 0)
        throw new Error(`The add-in ran no command "${name}" (error ${error}). Check FunctionName in manifest.xml.`);
    },
    whenCompleted: (task) => void (running.size === 0 ? task() : queue.then(task)),
    complete(invocation, error) {
      running.get(invocation)?.(error);
      running.delete(invocation);
    },
  };
}
