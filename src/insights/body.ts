/**
 * Returns the text of a response's body. Reads at most `mostBytes` unpacked bytes; returns undefined for a longer body. Stops
 * when the signal aborts, even if the response ignores it.
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
  // Decode in one call: a streaming decoder is several times slower.
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
