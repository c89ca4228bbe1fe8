/** Reports calls whose result may differ from Excel's. The listener names the formula. */
import type { IFunctionService } from "@univerjs/engine-formula";

type Listener = (problem: string) => void;

const listeners = new WeakMap<IFunctionService, Listener>();

/** Calls `listener` for each doubt about a call of the service's functions. */
export function listenToDoubts(service: IFunctionService, listener: Listener): void {
  listeners.set(service, listener);
}

/** @param what Follows "is not verified here for". */
export function doubt(service: IFunctionService, name: string, what: string): void {
  listeners.get(service)?.(`The function ${name} is not verified here for ${what}.`);
}
