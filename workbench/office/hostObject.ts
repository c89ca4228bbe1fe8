/** Objects of the host that the interpreter reads and calls, and the errors that they throw. */

/** An object as add-ins see it. Names are as in JavaScript (`rowCount`). Any value may be a promise. */
export interface HostObject {
  /** The name of the type in messages, such as "Range". */
  readonly type: string;
  /** The key by which a proxy finds an item of a collection again. */
  readonly id?: string;
  /** Properties that can be read, and those that can be set. */
  readonly values?: Record<string, () => unknown>;
  readonly setters?: Record<string, (value: never) => unknown>;
  /** Properties that are objects; null if there is none (`isNullObject`). */
  readonly objects?: Record<string, () => HostObject | null>;
  /** Methods return values or objects. */
  readonly methods?: Record<string, (...args: never[]) => unknown>;
  /** The items of a collection. */
  readonly items?: () => readonly HostObject[];
}

/** The object that all others are reached from. */
export interface RootObject extends HostObject {
  /** Called when all actions of a request have run, or one has failed. */
  readonly requestEnded?: () => void;
}

/** An error as Office reports it. `location` is such as "Range.values". */
export function officeError(code: string, message: string, location?: string): Error {
  return Object.assign(new Error(message), { code, location });
}

export function notImplemented(type: string, member: string): Error {
  return officeError("NotImplemented", `${type}.${member} is not implemented here.`, `${type}.${member}`);
}
