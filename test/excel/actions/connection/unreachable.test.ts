import { explainUnreachable, type BrowserNetwork } from "../../../../src/excel/actions/connection/unreachable";
import { InsightsError } from "../../../../src/insights";

const ORIGIN = "https://addins.example";
const PUBLIC = "https://planning.example.com";
const UNREACHABLE = new InsightsError("unreachable", "could not be reached");

function network(given: Partial<BrowserNetwork> = {}): BrowserNetwork {
  return {
    origin: () => ORIGIN,
    isOnline: () => true,
    isLocalDenied: () => Promise.resolve(false),
    knock: () => Promise.reject(new TypeError("Failed to fetch")),
    ...given,
  };
}

async function explained(address: string, given?: Partial<BrowserNetwork>): Promise<string> {
  return ((await explainUnreachable(UNREACHABLE, address, network(given))) as Error).message;
}

const answering = { knock: () => Promise.resolve("hidden") };

test.each([
  ["an offline device", PUBLIC, { isOnline: () => false }, /^This device is offline/],
  ["a service that does not answer", PUBLIC, {}, /could not be reached\. Check first how the address is spelled/],
  ["an answer that the page may not read", PUBLIC, answering, /^https:\/\/planning\.example\.com answers, but .*CORS/],
  ["the page's own origin, where CORS is no cause", ORIGIN, answering, /could not be reached/],
  [
    "an own network that the browser blocks",
    "https://10.1.2.3",
    { isLocalDenied: () => Promise.resolve(true) },
    /^The browser does not let this page reach/,
  ],
  [
    "an own network in a browser without that permission",
    "https://planning",
    { isLocalDenied: () => Promise.reject(new TypeError("no such permission")) },
    /your own network: allow it/,
  ],
] as const)("The message names %s", async (_cause, address, given, message) => {
  expect(await explained(address, given)).toMatch(message);
});

test("A public address never asks for the permission of the own network", async () => {
  expect(await explained(PUBLIC, { isLocalDenied: () => Promise.resolve(true) })).toMatch(/could not be reached/);
});

test("A refused key is no question of the network", async () => {
  const refused = new InsightsError("unauthorized", "The API key was refused.");
  expect(await explainUnreachable(refused, PUBLIC, network())).toBe(refused);
});
