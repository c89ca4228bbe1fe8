/** Decodes and encodes XML parts. A package may contain UTF-8 and UTF-16; Power Query writes UTF-16. */

/** A byte order mark stays in the text, so an edit changes nothing else of a part. */
const DECODERS = {
  "utf-8": new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }),
  "utf-16le": new TextDecoder("utf-16le", { fatal: true, ignoreBOM: true }),
  "utf-16be": new TextDecoder("utf-16be", { fatal: true, ignoreBOM: true }),
};

/** Decodes bytes. Throws if they are invalid in their encoding, or if a package may not have this encoding. */
export function decodeXml(bytes: Uint8Array): string {
  const text = DECODERS[encodingOf(bytes)].decode(bytes);
  const declared = declaredEncoding(text);
  if (declared !== undefined && !/^(?:utf-?8|us-ascii|utf-?16(?:le|be)?|iso-10646-ucs-2)$/i.test(declared))
    throw new Error(`The encoding ${declared} is not supported.`);
  return text;
}

/** Encodes a text as its XML declaration says. */
export function encodeXml(text: string): Uint8Array {
  if (!/^(?:utf-?16|iso-10646)/i.test(declaredEncoding(text) ?? "")) return new TextEncoder().encode(text);
  const marked = `\ufeff${text.replace(/^\ufeff/, "")}`;
  const bytes = new DataView(new ArrayBuffer(marked.length * 2));
  for (let at = 0; at < marked.length; at++) bytes.setUint16(at * 2, marked.charCodeAt(at), true);
  return new Uint8Array(bytes.buffer);
}

/** Detects the encoding by the byte order mark, else by the zero byte next to the first "<". */
function encodingOf([first, second]: Uint8Array): keyof typeof DECODERS {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return "utf-8";
}

function declaredEncoding(text: string): string | undefined {
  return /^\ufeff?<\?xml[^>]*\sencoding=["']([^"']+)["']/.exec(text)?.[1];
}
