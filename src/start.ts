/** `npm start`: the sandbox, a sample of formulas evaluated against it, and how to go on. Serves until it is interrupted. */
import { runCommand } from "./cli/command";
import { startServer, type SandboxServer } from "./sandbox/server";

const PORT = 4400;

const SAMPLE = [
  '=INSIGHTS.PNL("FY26 Plan", "committed", "ebit")',
  '=INSIGHTS.KPI("FY26 Plan", "actual", "Fill rate", "2026-Q1")',
  '=INSIGHTS.PNL("FY26 Plan", "committed", "grossFIESales") / 1000',
  '=SUM(INSIGHTS.DEMAND("FY26 Plan", "committed", "demandVolume"))',
  '=INSIGHTS.PNL("FY26 Plan", "comitted", "ebit")',
  '=INSIGHTS.PNL("FY26 Plan")',
  '=INSIGHTS.DEMAND("FY26 Plan", "actual", , "FY", "region")',
];

async function start(): Promise<void> {
  const server = await serve();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
  const { url, apiKey } = server;
  console.log(`Scenario Insights for Excel, with simulated plans: the sandbox is at ${url}\n`);
  await runCommand(["eval", ...SAMPLE], {
    environment: { INSIGHTS_URL: url, INSIGHTS_API_KEY: apiKey },
    fetch,
    readInput: () => undefined,
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  });
  console.log(`
The sandbox goes on until Ctrl+C. In another terminal, in this folder:

  export INSIGHTS_URL=${url} INSIGHTS_API_KEY=${apiKey}
  npx insights eval '=INSIGHTS.PNL("FY26 Plan", , "ebit", "M")'
  npx insights --help`);
}

/** Takes any free port where the usual one is in use. */
async function serve(): Promise<SandboxServer> {
  return startServer({ port: PORT }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") return startServer({ port: 0 });
    throw error;
  });
}

void start();
