/** Refreshes in the workbench. */
import { openWorkbench, startSetting } from "./workbench/open";
import { workbookTests } from "./workbench/workbook";

const setting = startSetting();

describe("with the workbook as a whole,", () => workbookTests(() => openWorkbench(setting)));
