/**
 * Replaces MessageChannel, by which Univer pauses a calculation, with a turn of Node's event loop.
 * Univer leaves its channel open if the calculation is stopped meanwhile, and an open channel keeps Node running.
 */
class TurnChannel {
  readonly port1 = { onmessage: null as (() => void) | null, close: () => undefined };
  readonly port2 = { postMessage: () => void setImmediate(() => this.port1.onmessage?.()), close: () => undefined };
}

Object.assign(globalThis, { MessageChannel: TurnChannel });
