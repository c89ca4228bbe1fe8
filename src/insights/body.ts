/**
 * The text of a response's body, or undefined where it is longer than so many bytes, unpacked: no more than that is read.
 * Reading ends when the signal aborts, also where the response has been given out already and would not notice.
 */
export async function readBodyText(
  { body }: Response,
  mostBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!body) return "";
  const reader = body.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await readAll(reader, mostBytes, signal);
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  mostBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    signal.throwIfAborted();
    bytes += part.value.byteLength;
    if (bytes > mostBytes) return undefined;
    parts.push(part.value);
  }
  signal.throwIfAborted();
  // In one go: a decoder that has to remember the end of the part before is several times slower.
  return new TextDecoder().decode(joined(parts, bytes));
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
