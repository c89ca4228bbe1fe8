/** The page of the add-in: its build information, and the services beside it. */

/** A sandbox that can be tried, and its key, which is no secret. */
export interface LocalSandbox {
  readonly appUrl: string;
  readonly apiKey: string;
}

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The service address that the add-in was built for; "" if users enter it. */
export function fixedAddress(): string {
  return contentOf("insights-service");
}

/** False if the add-in was built to keep no key on a device. */
export function keepsKeys(): boolean {
  return contentOf("insights-keep-key") !== "never";
}

export function pageVersion(): string {
  return contentOf("insights-version");
}

/** The sandbox behind this page's own address, if a developer's machine runs one; no other address is asked. */
export async function findSandbox(): Promise<LocalSandbox | undefined> {
  if (!LOCAL.has(location.hostname)) return undefined;
  const response = await fetch("sandbox.json");
  if (!response.ok) return undefined;
  const { apiKey } = (await response.json()) as { apiKey: string };
  return { appUrl: location.origin, apiKey };
}

/** Makes the browser save the file. */
export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function contentOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}
