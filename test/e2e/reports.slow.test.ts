/** Reports in the workbench. */
import { openWorkbench, startSetting } from "./workbench/open";
import { reportTests } from "./workbench/reports";

const setting = startSetting();

describe("with reports,", () =>
  reportTests(
    () => openWorkbench(setting),
    () => setting.server,
  ));
