/** Requests through the proxy that the environment names. */
import type { Dispatcher } from "undici";
import { wrongUsage } from "./failure";
import { isLoopback } from "./loopback";

/** What the environment says of proxies. A variable in small letters counts before its twin in capitals. */
interface Proxies {
  /** The addresses of the proxies of https and of http. */
  readonly https: URL | undefined;
  readonly http: URL | undefined;
  /** Hosts that need none, separated by commas. */
  readonly without: string;
}

type Fetch = typeof globalThis.fetch;

/**
 * Returns `direct`, or what sends requests through the proxies of `HTTPS_PROXY` and `HTTP_PROXY`, except to this machine and to the
 * hosts of `NO_PROXY`: of the versions of Node that are supported, only some can, and these only if they are told to. The code of
 * a failure names the proxy. Throws an error of usage for a proxy that is no address. None repeats a proxy's password.
 */
export function fetchBy(environment: Readonly<Record<string, string | undefined>>, direct: Fetch): Fetch {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const [https, http] = ["HTTPS_PROXY", "HTTP_PROXY"].map((name) => addressOf(name, read(name)));
  if (!https && !http) return direct;
  const without = read("NO_PROXY") ?? "";
  if (without.split(/[\s,]+/).includes("*")) return direct;
  const proxies = { https, http, without };
  let opened: Promise<Dispatcher> | undefined;
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (isLoopback(url.hostname)) return direct(input, init);
    opened ??= open(proxies);
    // Both are by the same standard. Node's own takes no part of this package.
    const { fetch } = (await import("undici")) as unknown as { fetch: Fetch };
    const sent = { ...init, dispatcher: await opened } as RequestInit;
    return fetch(url, sent).catch((error: unknown) => {
      throw withProxy(error, url.protocol === "http:" ? http : (https ?? http));
    });
  };
}

/** As other programs do, takes a host and a port for the address of a proxy. */
function addressOf(name: string, text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const address = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (address && /^https?:$/.test(address.protocol) && isDecodable(address.username + address.password)) return address;
  throw wrongUsage(`${name} must be the address of a proxy, such as http://proxy.example.com:3128.`);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

async function open({ https, http, without }: Proxies): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import("undici");
  return new EnvHttpProxyAgent({ httpsProxy: https?.href ?? "", httpProxy: http?.href ?? "", noProxy: without });
}

/** What a proxy says if it passes nothing on, in an error of the package. */
const REFUSED = /^Proxy response \((\d{3})\)/;

/** Returns the error with a code for people, which names the proxy without its user: `NO_PROXY` may have kept the request from it. */
function withProxy(error: unknown, proxy: URL | undefined): unknown {
  const causes = causesOf(error);
  const refused = causes.map(({ message }) => REFUSED.exec(message)?.[1]).find(Boolean);
  const code = causes.map((each) => each.code).find((each) => typeof each === "string");
  if (!proxy || !(refused ?? code)) return error;
  const told = refused
    ? `answer ${refused} of the proxy ${proxy.host}`
    : `${code}; the environment's proxy is ${proxy.host}`;
  return new Error(told, { cause: { code: told } });
}

/** Returns the error, its cause, the cause of that, and so on. */
function causesOf(error: unknown): NodeJS.ErrnoException[] {
  const own = error as NodeJS.ErrnoException | undefined;
  return own ? [own, ...causesOf(own.cause)] : [];
}
