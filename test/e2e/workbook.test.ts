/** Refreshes and reports in the workbench. */
import { openWorkbench, startSetting } from "./workbench/open";
import { reportTests } from "./workbench/reports";
import { workbookTests } from "./workbench/workbook";

const setting = startSetting();

describe("with the workbook as a whole,", () => workbookTests(() => openWorkbench(setting)));
describe("with reports,", () =>
  reportTests(
    () => openWorkbench(setting),
    () => setting.server,
  ));
