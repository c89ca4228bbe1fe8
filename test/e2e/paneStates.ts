/** The states of the pane that a user meets: each is reached from the one before, as a user would. */
import type { Sandbox } from "../../sandbox/sandbox";
import type { Workbench } from "./workbench/open";
import { choosePlan, showSection } from "./sections";

export interface PaneState {
  readonly name: string;
  readonly show: (workbench: Workbench, sandbox: Pick<Sandbox, "step">) => Promise<void>;
}

const CELLS = {
  I2: '=INSIGHTS.KPI("FY26 Plan","committed","demandValue","2026-04",,,"EUR","YTD")',
  I3: '=ROUND(SUM(I2,INSIGHTS.VAR("FY26 Plan","committed","actual","ebit","2026-03")),0)',
  I4: '=INSIGHTS.KPI("FY26 Plan","comitted","ebit")',
  I5: '=INSIGHTS.KPI("FY26 Plan","committed","fillRate","2026-03")',
};

const select = ({ page }: Workbench, address: string) => page.evaluate((at) => window.workbench!.select(at), address);

async function explain(workbench: Workbench, address: string): Promise<void> {
  await select(workbench, address);
  await showSection(workbench.pane, "Explain");
}

async function divide({ pane }: Workbench, by: string): Promise<void> {
  await pane.getByRole("button", { name: new RegExp(`^${by}( · |$)`) }).click();
}

export const PANE_STATES: readonly PaneState[] = [
  {
    name: "briefing",
    async show(workbench) {
      await workbench.enter(CELLS);
      await choosePlan(workbench.pane);
      await workbench.pane.getByRole("img", { name: /^From Committed Plan/ }).waitFor();
    },
  },
  {
    name: "plans",
    async show({ pane }) {
      await pane.getByRole("button", { name: /^Change the plan/ }).click();
      await pane.getByRole("radio", { name: "FY26 Plan" }).waitFor();
    },
  },
  {
    name: "builder",
    async show(workbench) {
      await select(workbench, "K30");
      await showSection(workbench.pane, "Formula");
      await workbench.pane.getByRole("region", { name: "Preview" }).waitFor();
    },
  },
  {
    name: "table",
    async show(workbench) {
      await showSection(workbench.pane, "Table");
      await workbench.pane.getByRole("button", { name: /^Insert at/ }).waitFor();
    },
  },
  {
    name: "table-year-to-date",
    async show({ pane }) {
      await pane.getByRole("button", { name: /^Year to date/ }).click();
      await pane.getByRole("button", { name: /^Insert at/ }).waitFor();
    },
  },
  {
    name: "table-overwrite",
    async show(workbench) {
      await select(workbench, "A5");
      await workbench.pane.getByRole("button", { name: /^Insert at .*A5$/ }).click();
      await workbench.pane.getByRole("button", { name: "Overwrite" }).waitFor();
    },
  },
  {
    name: "table-headings",
    async show(workbench) {
      await workbench.pane.getByRole("button", { name: "Cancel" }).click();
      await workbench.enter({ O2: "Actuals of the year", P2: "Mar", N3: "EBIT", N4: "A line of no plan" });
      await workbench.page.evaluate(() => window.workbench!.select("O3:P4"));
      await workbench.pane.getByRole("button", { name: "Fill from headings" }).click();
      await workbench.pane.getByText(/headings? read$/).waitFor();
    },
  },
  {
    name: "table-heading-time",
    async show(workbench) {
      await workbench.pane.getByRole("button", { name: "Cancel" }).click();
      await workbench.enter({ O1: "Half-year report 2026", P2: "Actual" });
      await workbench.page.evaluate(() => window.workbench!.select("P3:P3"));
      await workbench.pane.getByRole("button", { name: "Fill from headings" }).click();
      const months = workbench.pane.getByRole("combobox", { name: /^Which months does/ });
      await months.fill("soon");
      await months.press("Enter");
      await workbench.pane.getByText(/is not read as a period/).waitFor();
    },
  },
  {
    name: "explain-nothing",
    async show(workbench) {
      await workbench.pane.getByRole("button", { name: "Cancel" }).click();
      await explain(workbench, "M40");
      await workbench.pane.getByText(/^Select a cell that shows/).waitFor();
    },
  },
  {
    name: "explain-amount",
    async show(workbench) {
      await explain(workbench, "I2");
      await divide(workbench, "Region");
      await workbench.pane.getByRole("list", { name: "By region, by size" }).waitFor();
    },
  },
  {
    name: "explain-asks",
    async show(workbench) {
      await workbench.pane.getByRole("button", { name: "Channel · asks the service" }).waitFor();
    },
  },
  {
    name: "explain-deeper",
    async show(workbench) {
      await divide(workbench, "Channel");
      const rows = workbench.pane.getByRole("list", { name: "By channel, by size" });
      await rows.getByRole("button").first().click();
      await workbench.pane.getByRole("navigation", { name: "Path of the drill-down" }).waitFor();
      await divide(workbench, "Month");
      await workbench.pane.getByRole("list", { name: "By month" }).waitFor();
    },
  },
  {
    name: "explain-numbers",
    async show(workbench) {
      await explain(workbench, "I3");
      await workbench.pane.getByRole("heading", { name: /depends on 2 numbers$/ }).waitFor();
    },
  },
  {
    name: "explain-variance",
    async show(workbench) {
      await workbench.pane.getByRole("button", { name: /^Variance of EBIT/ }).click();
      await divide(workbench, "Line");
      await workbench.pane.getByRole("list", { name: "By line, by size" }).waitFor();
    },
  },
  {
    name: "explain-weighted",
    async show(workbench) {
      await explain(workbench, "I5");
      await divide(workbench, "Product");
      await workbench.pane.getByRole("list", { name: "By product, by size" }).waitFor();
    },
  },
  {
    name: "explain-error",
    async show(workbench) {
      await explain(workbench, "I4");
      await workbench.pane.getByRole("button", { name: "Replace with 'committed'" }).waitFor();
    },
  },
  {
    name: "errors",
    async show({ pane }) {
      await showSection(pane, "Activity");
      await pane
        .getByRole("button", { name: /^Replace with/ })
        .first()
        .waitFor();
    },
  },
  {
    name: "another-service",
    async show(workbench) {
      await moveWorkbook(workbench, "https://planning.emea.company-with-a-long-name.example.com/planning");
      // A cell that calls has the add-in look for what others saved.
      await workbench.enter({ I9: CELLS.I2 });
      await workbench.pane.getByText(/^The numbers of this workbook are those of /).waitFor();
      await workbench.pane.getByText(/^Another person has refreshed this workbook/).waitFor();
    },
  },
  {
    name: "moved-service",
    async show({ pane }) {
      await pane.getByRole("button", { name: /^Move this workbook to / }).click();
      await pane.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
      await pane.getByText(/^The numbers of this workbook are those of /).waitFor({ state: "hidden" });
    },
  },
  {
    name: "changes",
    async show({ pane }, sandbox) {
      sandbox.step();
      await pane.getByRole("button", { name: "Refresh", exact: true }).click();
      await pane
        .getByRole("button", { name: / (raised|lowered) by / })
        .first()
        .click();
      await pane
        .getByRole("button", { name: /^Why EBIT, .* changed$/ })
        .first()
        .click();
      await pane.getByRole("list", { name: "Parts of the change" }).waitFor();
      await pane.getByRole("group", { name: "Demand value by" }).waitFor();
    },
  },
  {
    name: "changes-nearest",
    async show({ pane }) {
      await pane
        .getByRole("group", { name: "Demand value by" })
        .getByRole("button", { name: /^Region/ })
        .click();
      await pane.getByRole("list", { name: "By region, by size" }).waitFor();
    },
  },
];

/** Another person moves the workbook to this service. */
async function moveWorkbook({ pane }: Workbench, service: string): Promise<void> {
  await pane.locator(":root").evaluate(
    (_, to) =>
      Excel.run(async (context) => {
        const parts = context.workbook.customXmlParts.getByNamespace("urn:scenario-insights:workbook:index");
        parts.load("items/id");
        await context.sync();
        const [index] = parts.items;
        const xml = index?.getXml();
        await context.sync();
        const moved = xml?.value
          .replace(/service="[^"]*"/, `service="${to}"`)
          .replace(/edition="(\d+)"/, (_edition, number) => `edition="${Number(number) + 1}"`);
        index?.setXml(moved ?? "");
        await context.sync();
      }),
    service,
  );
}
