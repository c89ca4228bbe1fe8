/**
 * An identity provider as a process of its own: npm's oidc-provider with pages that let anybody sign in. Prints its address.
 * Its only resource is its argument.
 */
import { createServer } from "node:http";
import Provider from "oidc-provider";

const server = createServer((request, response) => provider.callback()(request, response));
await new Promise((resolve) => void server.listen({ port: 0, host: "127.0.0.1" }, () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
const issuer = `http://localhost:${port}`;
const RESOURCE = process.argv[2] ?? "";
const SCOPES = "insights.read insights.other";
const provider = new Provider(issuer, {
  scopes: ["openid", "offline_access", ...SCOPES.split(" ")],
  cookies: { keys: ["a key of a test"] },
  features: {
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: SCOPES,
        audience: RESOURCE,
        accessTokenTTL: 3600,
        accessTokenFormat: "jwt",
      }),
    },
  },
});
process.stdout.write(`${issuer}\n`);
// The test that has started it has ended.
process.stdin.resume().on("end", () => process.exit());
