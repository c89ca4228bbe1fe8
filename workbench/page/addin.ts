/** Loads the built manifest, the metadata and the sandbox's key, which the page needs to host the add-in. */
import type { Metadata } from "./functions";
import { readManifest, type Manifest } from "./manifest";

export interface Addin {
  manifest: Manifest;
  metadata: Metadata;
  /** A key of the sandbox, which is on the page's own address. */
  apiKey: string;
}

/** @throws Error that names a missing file. */
export async function loadAddin(): Promise<Addin> {
  const manifest = readManifest(await textAt("/manifest.xml"));
  const metadata = JSON.parse(await textAt(`/${manifest.metadata}`)) as Metadata;
  const { apiKey } = JSON.parse(await textAt("/sandbox.json")) as { apiKey: string };
  return { manifest, metadata, apiKey };
}

async function textAt(path: string): Promise<string> {
  const response = await fetch(path);
  if (response.ok) return response.text();
  throw new Error(`${path} is missing (${response.status}). Run "npm run build" and reload.`);
}
