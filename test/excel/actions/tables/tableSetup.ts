/** A workbook over Microsoft's real proxies, whose pane builds a table. */
import type { TableActions } from "../../../../src/excel/actions/tables/tableActions";
import { APP, choose, KEY, setUpStore, type StoreSetup } from "../storeSetup";

export interface GridSetup {
  readonly setup: StoreSetup;
  readonly grid: TableActions;
  close(): void;
}

/** @param count Months that each scenario has */
export async function openGrid(cells: Record<string, string | number>, select: string, count = 12): Promise<GridSetup> {
  const setup = await setUpStore({ cells });
  setup.service.fail = (url) => months(url, count);
  await setup.store.connect(APP, KEY, false);
  await setup.store.choosePlan("p1");
  await choose(select);
  const grid = await setup.store.loadGrid();
  const stop = grid.follow();
  grid.setYear(2026);
  grid.setTemplate("scenarios");
  await setup.until(({ grid: state }) => state?.target.endsWith(select.split(":")[0]!) ?? false);
  return {
    setup,
    grid,
    close() {
      stop();
      setup.close();
    },
  };
}

const MONTHS = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`);

/** The service's months: EBIT of scenario Two is twice that of One. */
function months({ searchParams }: URL, count: number): Response | undefined {
  if (searchParams.get("interval") !== "M") return undefined;
  const scenarios = searchParams
    .get("scenarioIds")!
    .split(",")
    .map((scenarioId) => ({
      scenarioId,
      series: MONTHS.slice(0, count).map((period) => ({
        period,
        netFIESales: 1000,
        ebit: scenarioId === "s1" ? 100 : 200,
      })),
    }));
  return Response.json({ meta: { planId: "p1", interval: "M" }, scenarios });
}
