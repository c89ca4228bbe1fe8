/** The command `npm run sandbox`: serves until interrupted. Exit status 2 for wrong options, 1 if it cannot use the port. */
import { HELP, readOptions } from "./options";
import { linesToRun } from "./shells";
import { startServer, type SandboxServer, type ServerOptions } from "./server";

const CERTIFICATES = {
  installed: "It uses the certificate of office-addin-dev-certs.",
  temporary:
    "It uses a temporary certificate, which browsers and clients do not trust.\n" +
    "`npx office-addin-dev-certs install` creates one that this machine trusts.",
};

function fail(status: number, error: unknown): never {
  console.error(`sandbox: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(status);
}

function optionsOf(args: readonly string[]): ServerOptions | undefined {
  try {
    return readOptions(args);
  } catch (error) {
    fail(2, error);
  }
}

function greet({ url, apiKey, certificate }: SandboxServer): void {
  console.log(`The Insights sandbox is at ${url}. Its numbers are simulated. Press Ctrl+C to stop it.`);
  if (certificate) console.log(CERTIFICATES[certificate]);
  console.log(`The API key is ${apiKey}. For the command line:\n`);
  console.log(linesToRun(process.platform, { INSIGHTS_URL: url, INSIGHTS_API_KEY: apiKey }));
  console.log(`\nTo simulate new results: curl -X POST ${url}/sandbox/step`);
}

async function serve(options: ServerOptions): Promise<void> {
  const server = await startServer(options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE")
      fail(1, `port ${options.port} is in use. Choose another with --port, or 0 for any free port.`);
    fail(1, error);
  });
  greet(server);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
}

const options = optionsOf(process.argv.slice(2));
if (options) void serve(options);
else console.log(HELP);
