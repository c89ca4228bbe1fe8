import {
  checkConnection,
  checkService,
  insightsRoots,
  isOtherService,
  readableAddress,
  serviceOf,
  spokenService,
} from "../../src/insights/connection";

const credentials = { apiKey: "k-secret" };
const check = (appUrl: string) => checkConnection({ appUrl, credentials }).appUrl;

test.each([
  ["https://planning.example", "https://planning.example"],
  [" https://planning.example/ ", "https://planning.example"],
  ["https://planning.example/tenant//?x=1#y", "https://planning.example/tenant"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["http://LOCALHOST/", "http://localhost"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["http://[::1]:8080", "http://[::1]:8080"],
])("the address %s is taken as %s", (text, address) => {
  expect(check(text)).toBe(address);
});

test.each([
  [
    "https://planning.example",
    ["HTTPS://Planning.Example:443/", " https://planning.example// ", "https://planning.example?x#y"],
  ],
  [
    "https://planning.example/Tenant",
    ["https://PLANNING.example/Tenant/", "https://user:pass@planning.example/Tenant"],
  ],
  ["https://planning.example:8443", ["https://planning.example:8443/"]],
  [
    "http://localhost",
    ["https://LOCALHOST:3000/", "http://127.0.0.1:8080", "http://127.1", "https://127.9.9.9", "http://[::1]:1"],
  ],
  ["http://localhost/tenant", ["https://localhost:3000/tenant", "http://[0:0::1]/tenant/"]],
])("%s is one service, however its address is written", (service, addresses) => {
  expect(addresses.map(serviceOf)).toEqual(addresses.map(() => service));
  expect(serviceOf(service)).toBe(service);
});

test.each([
  ["http://planning.example", "https://planning.example"],
  ["https://planning.example", "https://planning.example:8443"],
  ["https://planning.example/a", "https://planning.example/A"],
  ["https://localhost.example", "http://localhost"],
  ["https://127.0.0.1.example", "http://localhost"],
])("%s and %s are two services", (one, other) => {
  const [workbook, connected] = [serviceOf(one), serviceOf(other)];
  expect(isOtherService(workbook, connected)).toBe(true);
  const error = {
    kind: "otherService",
    message: expect.stringMatching(`${spokenService(workbook)}, .* to ${spokenService(connected)}\\.`) as string,
  };
  expect(() => checkService(workbook, connected)).toThrow(expect.objectContaining(error));
});

test.each([
  ["https://localhost:4930", "https://localhost:4930", "localhost"],
  ["https://[::1]:4930/tenant/?x=1", "https://[::1]:4930/tenant", "localhost/tenant"],
  ["https://me:secret@planning.example/#y", "https://planning.example", "https://planning.example"],
  ["http://localhost.example", "http://localhost.example", "http://localhost.example"],
  ["no address", "no address", "no address"],
])("%s is read as %s, and its service is called %s", (address, readable, spoken) => {
  expect([readableAddress(address), spokenService(serviceOf(address))]).toEqual([readable, spoken]);
});

test("An unknown service is no other one", () => {
  for (const known of ["https://planning.example", undefined]) {
    expect(isOtherService(known, undefined) || isOtherService(undefined, known)).toBe(false);
    expect(() => checkService(undefined, known)).not.toThrow();
  }
  expect(serviceOf("no address")).toBe("no address");
});

test.each([
  "http://planning.example",
  "http://localhost.evil.com",
  "http://127.0.0.1.evil.com",
  "http://evil.com#localhost",
  "http://evil.com/localhost",
  "http://localhost@evil.com",
  "ftp://localhost",
  "javascript:alert(1)",
  "file:///etc/hosts",
  "planning.example",
  "",
  "https://user:pass@planning.example",
  "https://user@planning.example",
  "https://:pass@planning.example",
])("credentials are not sent to the address '%s'", (text) => {
  expect(() => check(text)).toThrow(expect.objectContaining({ name: "InsightsError", kind: "address" }));
});

test("a key that was put where the address belongs is not repeated", () => {
  for (const text of ["k-secret", "k-secret:rest", "https://k-secret@planning.example"]) {
    expect(() => check(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining("k-secret") }));
  }
});

test("the separate address of the API is checked like the other", () => {
  const connection = { appUrl: "https://a.example", baseUrl: "http://b.example", credentials };
  expect(() => checkConnection(connection)).toThrow(expect.objectContaining({ kind: "address" }));
  expect(checkConnection({ ...connection, baseUrl: "  " })).not.toHaveProperty("baseUrl");
});

test.each([{ apiKey: " " }, { clientId: "", clientSecret: "s" }, { clientId: "c", clientSecret: "\t" }])(
  "blank credentials are a mistake that is told at once: %j",
  (blank) => {
    expect(() => checkConnection({ appUrl: "https://a.example", credentials: blank })).toThrow(
      expect.objectContaining({ kind: "argument", message: expect.stringContaining("blank") }),
    );
  },
);

test("space around pasted credentials is no part of them", () => {
  const clean = checkConnection({ appUrl: "https://a.example", credentials: { apiKey: " k-secret\r\n" } });
  expect(clean.credentials).toEqual({ apiKey: "k-secret" });
});

test("the API is tried under both roots of the specification, a separate one first", () => {
  const appUrl = "https://a.example";
  expect(insightsRoots({ appUrl, credentials })).toEqual([
    "https://a.example/api/insights/v1",
    "https://a.example/insights/v1",
  ]);
  expect(insightsRoots({ appUrl, baseUrl: "https://b.example", credentials })).toEqual([
    "https://b.example/insights/v1",
    "https://a.example/api/insights/v1",
  ]);
});
