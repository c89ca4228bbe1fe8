/** Objects of the host as its interpreter meets them, and the errors that they throw. */

/** An object as add-ins see it; names are as in JavaScript (`rowCount`). Whatever takes time may be a promise. */
export interface HostObject {
  /** For messages: "Range". */
  readonly type: string;
  /** By what a proxy finds an item of a collection again. */
  readonly id?: string;
  /** Values that can be read, and those that can be set. */
  readonly values?: Record<string, () => unknown>;
  readonly setters?: Record<string, (value: never) => unknown>;
  /** The objects that hang on this one; null where there is none (`isNullObject`). */
  readonly objects?: Record<string, () => HostObject | null>;
  /** Methods give values or objects. */
  readonly methods?: Record<string, (...args: never[]) => unknown>;
  /** Of a collection. */
  readonly items?: () => readonly HostObject[];
}

/** A failure as Office tells it; `location` is such as "Range.values". */
export function officeError(code: string, message: string, location?: string): Error {
  return Object.assign(new Error(message), { code, location });
}

export function notImplemented(type: string, member: string): Error {
  return officeError("NotImplemented", `${type}.${member} is not implemented here.`, `${type}.${member}`);
}
