/** The grid, the pane and the site of the workbench, in one page. */
import { excelTests } from "./workbench/excel";
import { fillTests } from "./workbench/fill";
import { functionTests } from "./workbench/functions";
import { gridTests } from "./workbench/grid";
import { openWorkbench, startSetting, type Workbench } from "./workbench/open";
import { paneTests } from "./workbench/pane";
import { siteTests } from "./workbench/site";

const setting = startSetting();
let workbench: Workbench;
const open = () => ({ workbench, server: setting.server });

beforeAll(async () => {
  workbench = await openWorkbench(setting);
});

describe("in the grid,", () => gridTests(open));
describe("in the grid as on the command line,", () => functionTests(open));
describe("around the grid,", () => paneTests(open));
describe("through the add-in's Excel,", () => excelTests(open));
describe("between headings of one's own,", () => fillTests(open));
describe("as a site,", () => siteTests(open));

test("nothing wrote an error, asked another host or went against a security policy", () => {
  expect(workbench.problems).toEqual([]);
});
