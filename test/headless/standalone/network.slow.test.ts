/** Proxies of the environment, tried with one that runs. */
import { fetchBy } from "../../../src/headless/standalone/network";
import { runInsights } from "../cli/run";
import { openCompanyNetwork, type CompanyNetwork } from "./companyNetwork";

const SERVICE = "https://planning.example";
const direct = () => Promise.resolve(new Response("direct"));
const unused = () => Promise.reject(new Error("Nothing may be sent past the proxy."));

let network: CompanyNetwork;
beforeAll(async () => (network = await openCompanyNetwork("planning.example", (_request, answer) => answer.end())));
afterAll(() => network.close());
beforeEach(() => {
  network.asked.length = 0;
  network.refusal = undefined;
});

const codeOf = (sent: Promise<unknown>) =>
  sent.then(
    () => "an answer",
    ({ cause }: Error) => (cause as NodeJS.ErrnoException | undefined)?.code,
  );

describe("A request", () => {
  test.each([["HTTPS_PROXY"], ["https_proxy"], ["HTTP_PROXY"]])("goes through the proxy of %s", async (name) => {
    const fetch = fetchBy({ [name]: `http://${network.proxy}` }, unused);
    expect(await codeOf(fetch(`${SERVICE}/plans`))).toMatch(
      /^[A-Z_]*(CERT|LEAF)[A-Z_]*; the environment's proxy is 127/,
    );
    expect(network.asked).toEqual([{ target: "planning.example:443", credentials: undefined }]);
  });

  test("takes a proxy that is named by host and port alone", async () => {
    await codeOf(fetchBy({ HTTPS_PROXY: network.proxy }, unused)(SERVICE));
    expect(network.asked).toHaveLength(1);
  });

  test("tells the proxy its user and password, and nobody else", async () => {
    network.refusal = 407;
    const code = await codeOf(fetchBy({ HTTPS_PROXY: `http://ann:secret@${network.proxy}` }, unused)(SERVICE));
    expect(code).toBe(`answer 407 of the proxy ${network.proxy}`);
    expect(network.asked[0]?.credentials).toBe(`Basic ${Buffer.from("ann:secret").toString("base64")}`);
  });

  test.each([["http://localhost:4000"], ["http://127.0.0.1:4000"], ["http://[::1]:4000"]])(
    "to this machine, as %s, never does",
    async (url) => {
      const answer = await fetchBy({ HTTP_PROXY: network.proxy, HTTPS_PROXY: network.proxy }, direct)(url);
      expect(await answer.text()).toBe("direct");
    },
  );

  test.each([["planning.example"], [".example"], ["other.example, planning.example"], ["*"], ["a.example, *"]])(
    "does not if NO_PROXY is %s",
    async (NO_PROXY) => {
      await codeOf(fetchBy({ HTTPS_PROXY: network.proxy, NO_PROXY }, unused)(SERVICE));
      expect(network.asked).toEqual([]);
    },
  );

  test("is the caller's own without a proxy", () => {
    expect(fetchBy({ NO_PROXY: "*", HTTPS_PROXY: "" }, direct)).toBe(direct);
  });
});

test.each([
  ["ftp://ann:secret@proxy.example"],
  ["http://ann:secret@"],
  ["socks5://proxy.example:1080"],
  ["http://ann:secret%@proxy.example"],
])("%s is refused as a proxy before anything is sent, and not repeated", async (HTTPS_PROXY) => {
  const environment = { INSIGHTS_URL: SERVICE, INSIGHTS_API_KEY: "k", HTTPS_PROXY };
  const { status, errors } = await runInsights(["eval", "=1"], { fetch: unused, apiKey: "k" }, { environment });
  expect(status).toBe(2);
  expect(errors).toContain("HTTPS_PROXY must be the address of a proxy, such as http://proxy.example.com:3128.");
  expect(errors).not.toContain("secret");
});

test("A certificate of the company's own authority has its own status and remedy", async () => {
  const environment = { INSIGHTS_URL: SERVICE, INSIGHTS_API_KEY: "k", HTTPS_PROXY: network.proxy };
  const { status, errors } = await runInsights(["plans"], { fetch: unused, apiKey: "k" }, { environment });
  expect(status).toBe(13);
  expect(errors).toContain("Set NODE_EXTRA_CA_CERTS to a PEM file");
  expect(errors).toContain(`the environment's proxy is ${network.proxy}`);
});
