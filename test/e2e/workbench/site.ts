/** What is served, how it is to use for everybody, and how it looks. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { WorkbenchServer } from "../../../workbench/server/server";
import { FOLDERS, type Workbench } from "./open";

const CDN = "https://officeapis.public.onecdn.static.microsoft/1/office.js";

export function siteTests(open: () => { workbench: Workbench; server: WorkbenchServer }): void {
  const served = async (path: string): Promise<Buffer> => {
    const { workbench, server } = open();
    const response = await workbench.context.request.get(new URL(path, server.url).href);
    expect([path, response.status()]).toEqual([path, 200]);
    return response.body();
  };

  test("the add-in's files are served unchanged, except office.js's address", async () => {
    const files = filesIn(FOLDERS.addin).filter((file) => file !== "taskpane.html");
    expect(files).toEqual(expect.arrayContaining(["addin.js", "functions.json", "manifest.xml", "assets/icon-32.png"]));
    for (const file of files) {
      expect([file, (await served(`/${file}`)).equals(readFileSync(join(FOLDERS.addin, file)))]).toEqual([file, true]);
    }
    const page = readFileSync(join(FOLDERS.addin, "taskpane.html"), "utf8");
    expect(page.split(CDN)).toHaveLength(2);
    expect((await served("/taskpane.html")).toString()).toBe(page.replace(CDN, "/office-js/office.js"));
  });

  test("office.js is the package's, unchanged, and the only one that the pane runs", async () => {
    const { workbench } = open();
    const loaded = await workbench.page
      .frames()
      .find((frame) => frame.url().endsWith("/taskpane.html"))!
      .evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
    const office = loaded.filter((path) => path.startsWith("/office-js/"));
    expect(office).toEqual(expect.arrayContaining(["/office-js/office.js", "/office-js/excel-web-16.00.js"]));
    for (const path of office) {
      const own = readFileSync(join(FOLDERS.officeJs, path.slice("/office-js/".length)));
      expect([path, (await served(path)).equals(own)]).toEqual([path, true]);
    }
  });

  test("nobody is shut out of the shell and the pane", async () => {
    const { page } = open().workbench;
    // The grid is Univer's, and so is its canvas.
    const { violations, passes } = await new AxeBuilder({ page }).exclude("#grid").analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(passes.length).toBeGreaterThan(10);
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
