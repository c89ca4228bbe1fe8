/** The pane of the workbench from its welcome on. */
import { firstRunTests } from "./workbench/firstRun";
import { openWorkbench, startSetting } from "./workbench/open";

const setting = startSetting();

describe("from the first run,", () =>
  firstRunTests(
    () => openWorkbench(setting, "?first-run"),
    () => setting.server.sandbox.apiKey,
    () => setting.server.sandbox.keys,
  ));
