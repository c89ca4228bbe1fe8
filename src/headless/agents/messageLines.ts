/** Lines of JSON-RPC on their way in. A line that is no message is answered as the specification says, and goes no further. */
import { Transform, type Writable } from "node:stream";
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";

/** Bytes of one message: just below the limit at which the transport ends the conversation. */
const MOST_OF_LINE = 10_000_000;

const ERRORS = {
  parse: { code: -32_700, message: "Parse error: the line is no JSON." },
  request: { code: -32_600, message: "Invalid request: the line is no JSON-RPC 2.0 message." },
  length: { code: -32_600, message: `Invalid request: a message has at most ${MOST_OF_LINE} bytes.` },
} as const;

/** Returns a stream that passes messages on, and writes errors to `output`. */
export function messageLines(output: Writable): Transform {
  let kept: Buffer[] = [];
  let length = 0;
  const refuse = (error: (typeof ERRORS)[keyof typeof ERRORS], id: unknown = null) =>
    void output.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
  const end = (stream: Transform) => {
    const [line, size] = [Buffer.concat(kept).toString("utf8"), length];
    [kept, length] = [[], 0];
    if (size > MOST_OF_LINE) return refuse(ERRORS.length);
    if (line.trim() === "") return;
    const message = parsed(line);
    if (message === undefined) return refuse(ERRORS.parse);
    if (!isMessage(message.value)) return refuse(ERRORS.request, idOf(message.value));
    stream.push(`${line}\n`);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        keep(chunk.subarray(from, at));
        end(this);
        from = at + 1;
      }
      keep(chunk.subarray(from));
      done();
    },
    flush(done) {
      if (length > 0) end(this);
      done();
    },
  });

  /** Beyond the limit only counts. */
  function keep(part: Buffer): void {
    length += part.length;
    if (length > MOST_OF_LINE) kept = [];
    else if (part.length > 0) kept.push(part);
  }
}

function parsed(line: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(line) };
  } catch {
    return undefined;
  }
}

/** True for what the server reads as a message. It drops everything else without an answer, and a client would wait for one. */
function isMessage(value: unknown): boolean {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}

/** Returns the id that an answer can name: null if it is no text and no whole number. */
function idOf(value: unknown): string | number | null {
  const { id } = Object(value) as { id?: unknown };
  return typeof id === "string" || (typeof id === "number" && Number.isInteger(id)) ? id : null;
}
