/** The built, unmodified add-in in the workbench, in a real browser: one browser, one server and one page for all. */
import type { Browser } from "playwright-core";
import type { WorkbenchServer } from "../../src/workbench/server/server";
import { launchBrowser } from "./browser";
import { excelTests } from "./workbench/excel";
import { firstRunTests } from "./workbench/firstRun";
import { functionTests } from "./workbench/functions";
import { gridTests } from "./workbench/grid";
import { openWorkbench, serveWorkbench, type Workbench } from "./workbench/open";
import { paneTests } from "./workbench/pane";
import { reportTests } from "./workbench/reports";
import { siteTests } from "./workbench/site";
import { workbookTests } from "./workbench/workbook";

let server: WorkbenchServer | undefined;
let browser: Browser | undefined;
let workbench: Workbench | undefined;
const open = () => ({ workbench: workbench!, server: server! });

beforeAll(async () => {
  [server, browser] = await Promise.all([serveWorkbench(), launchBrowser()]);
  workbench = await openWorkbench(browser, server);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe("in the grid,", () => gridTests(open));
describe("in the grid as on the command line,", () => functionTests(open));
describe("around the grid,", () => paneTests(open));
describe("through the add-in's Excel,", () => excelTests(open));
describe("from the first run,", () =>
  firstRunTests(
    () => openWorkbench(browser!, server!, "?first-run"),
    () => server!.sandbox.apiKey,
    () => server!.sandbox.keys,
  ));
describe("with the workbook as a whole,", () => workbookTests(() => openWorkbench(browser!, server!)));
describe("with reports,", () =>
  reportTests(
    () => openWorkbench(browser!, server!),
    () => server!,
  ));
describe("as a site,", () => siteTests(open));

test("nothing of all that wrote an error, asked another host or went against a content security policy", () => {
  expect(workbench!.problems).toEqual([]);
});
