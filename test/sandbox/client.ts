import { createSandbox, type Sandbox, type SandboxOptions } from "../../sandbox/sandbox";

export const ORIGIN = "https://sandbox.example";
export const ROOT = "/api/insights/v1";

export type Parameters = Record<string, string>;

/** What the service says. Its shape is what the tests assert. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export interface Answer {
  status: number;
  body: Json;
  headers: Headers;
}

export interface Client {
  sandbox: Sandbox;
  /** The body of a GET that is expected to succeed, with a token for all read scopes. */
  ask(path: string, parameters?: Parameters): Promise<Json>;
  get(path: string, parameters?: Parameters, authorization?: string): Promise<Answer>;
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json(), headers: response.headers };
}

export async function exchange(sandbox: Sandbox, apiKey: string): Promise<string> {
  const { body } = await postJson(sandbox, { apiKey });
  return `Bearer ${body.accessToken}`;
}

export async function postJson(sandbox: Sandbox, body: unknown): Promise<Answer> {
  const headers = { "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) };
  return answerOf(await sandbox.fetch(`${ORIGIN}/api/auth/v1/token`, init));
}

export async function postForm(sandbox: Sandbox, fields: Parameters): Promise<Answer> {
  const init = { method: "POST", body: new URLSearchParams(fields) };
  return answerOf(await sandbox.fetch(`${ORIGIN}/api/oauth/v1/token`, init));
}

export async function connect(options: SandboxOptions = {}): Promise<Client> {
  const sandbox = createSandbox(options);
  const full = await exchange(sandbox, sandbox.keys.full);
  const get: Client["get"] = async (path, parameters = {}, authorization = full) => {
    const url = `${ORIGIN}${path.includes("/v1/") ? path : ROOT + path}?${new URLSearchParams(parameters)}`;
    return answerOf(await sandbox.fetch(url, { headers: { Authorization: authorization } }));
  };
  const ask: Client["ask"] = async (path, parameters) => {
    const { status, body } = await get(path, parameters);
    if (status !== 200) throw new Error(`${path} was refused: ${status} ${body.message}`);
    return body;
  };
  return { sandbox, ask, get };
}
