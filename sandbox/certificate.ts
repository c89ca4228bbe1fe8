/** A certificate for https on this machine. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { createCA, createCert } from "mkcert";

export interface Certificate {
  key: string;
  cert: string;
  /** `installed`: created by `npx office-addin-dev-certs install`. `temporary`: created for this run and not trusted. */
  origin: "installed" | "temporary";
}

/** Where office-addin-dev-certs keeps what it has made. */
const DIRECTORY = join(homedir(), ".office-addin-dev-certs");

/** The installed certificate while it is whole and valid, else a temporary one, which is written nowhere. */
export async function readCertificate(directory = DIRECTORY): Promise<Certificate> {
  return (await readInstalled(directory)) ?? (await createTemporary());
}

async function readInstalled(directory: string): Promise<Certificate | undefined> {
  const read = (name: string) => readFile(join(directory, name), "utf8").catch(() => undefined);
  const [key, cert] = await Promise.all([read("localhost.key"), read("localhost.crt")]);
  return key && cert && isUsable(key, cert) ? { key, cert, origin: "installed" } : undefined;
}

function isUsable(key: string, cert: string): boolean {
  try {
    const certificate = new X509Certificate(cert);
    return certificate.checkPrivateKey(createPrivateKey(key)) && Date.parse(certificate.validTo) > Date.now();
  } catch {
    return false;
  }
}

async function createTemporary(): Promise<Certificate> {
  const names = { organization: "Scenario Insights sandbox", countryCode: "US", state: "-", locality: "-" };
  const ca = await createCA({ ...names, validity: 1 });
  const { key, cert } = await createCert({ ca, domains: ["localhost", "127.0.0.1"], validity: 1 });
  return { key, cert, origin: "temporary" };
}
