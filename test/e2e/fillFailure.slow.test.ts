/** Cells are filled from headings while the service does not answer: what is said, what is written, and how it heals. */
import type { Route } from "playwright-core";
import { choosePlan, connected, showSection } from "./sections";
import { openWorkbench, startSetting } from "./workbench/open";

const BLOCK = "J42:L43";
const RESULTS = /insights\/v1\/(?!plans)/;
const setting = startSetting();

const FAILURES: readonly [string, (route: Route) => Promise<void>, RegExp][] = [
  ["is offline", (route) => route.abort("internetdisconnected"), /No connection to /],
  ["answers 500", (route) => route.fulfill({ status: 500, json: { message: "The store is down." } }), /answered 500/],
];

test.each(FAILURES)(
  "If the service %s, the preview says so, cells are filled, and one click heals them",
  async (_how, fail, says) => {
    const workbench = await openWorkbench(setting);
    const { page, pane } = workbench;
    await connected(pane);
    await choosePlan(pane);
    // What the year has sold so far was asked before; the prior year is in nobody's memory.
    const known = (line: string) => `=INSIGHTS.KPI("FY26 Plan","actual","${line}","current",,,"USD","YTD")`;
    await workbench.enter({ J42: known("gross sales"), J43: known("EBIT") });
    expect(await workbench.values("J42:J43")).toEqual([[expect.any(Number)], [expect.any(Number)]]);
    await workbench.enter({ J42: "", J43: "" });
    await workbench.enter({ J41: "YTD Actual", K41: "Prior year", L41: "Δ", I42: "Gross sales", I43: "EBIT" });
    // The section may ask for numbers as soon as it is shown.
    await page.route(RESULTS, fail);
    await page.evaluate((block) => window.workbench!.select(block), BLOCK);
    await showSection(pane, "Table");
    const button = (name: string | RegExp) => pane.getByRole("button", { name });
    await button("Fill from headings").click();
    await pane
      .getByText(/^Some numbers are missing: /)
      .filter({ hasText: says })
      .waitFor();
    await button("Fill 6 cells of 'P&L'!J42:L43").click();
    await pane.getByText("6 cells of 'P&L'!J42:L43 filled.").waitFor();
    const number = expect.any(Number) as number;
    expect(await workbench.values(BLOCK)).toEqual(Array(2).fill([number, "#VALUE!", "#VALUE!"]));
    expect((await workbench.cell("K42")).message).toMatch(says);
    await showSection(pane, "Activity");
    const errors = pane.getByRole("list", { name: "Cells in error" });
    await errors.getByText(says).waitFor();
    await page.unroute(RESULTS);
    await button("Try again").click();
    await errors.waitFor({ state: "detached" });
    expect(await workbench.values(BLOCK)).toEqual(Array(2).fill([number, number, number]));
    await page.evaluate(() => window.workbench!.undo());
    expect((await workbench.values(BLOCK)).flat().filter(Boolean)).toEqual([]);
    await workbench.close();
  },
);
