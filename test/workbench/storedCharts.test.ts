/** A workbook that is opened again: its charts are drawn from its cells, never as they were drawn before. */
import { IResourceManagerService, UniverInstanceType } from "@univerjs/core";
import { openSnapshot } from "../../workbench/univer/univerSnapshot";
import { createGrid } from "./grid";

type Drawings = Record<string, { data: Record<string, object>; order: string[] }>;

const chart = (title: string) => ({ drawingType: 8, componentKey: "workbench-chart", data: { title } });
const PICTURE = { drawingType: 0, source: "data:image/png;base64," };

/** Opens a workbook with these drawings. Returns those that Univer gets. */
function opened(drawings: Drawings | undefined): Drawings | undefined {
  const grid = createGrid();
  let got: Drawings | undefined;
  grid.injector.get(IResourceManagerService).registerPluginResource<Drawings>({
    pluginName: "SHEET_DRAWING_PLUGIN",
    businesses: [UniverInstanceType.UNIVER_SHEET],
    toJson: () => "",
    parseJson: (json) => JSON.parse(json) as Drawings,
    onLoad: (_unit, value) => void (got = value),
    onUnLoad: () => undefined,
  });
  const resources = [
    { name: "SHEET_DRAWING_PLUGIN", data: drawings ? JSON.stringify(drawings) : "" },
    { name: "OTHER", data: "{}" },
  ];
  const sheets = { shown: { id: "shown", name: "Shown" }, hidden: { id: "hidden", name: "Not shown" } };
  openSnapshot(grid, { data: { id: "book", sheetOrder: ["shown", "hidden"], sheets, resources } });
  grid.dispose();
  return got;
}

test("No sheet, shown or not, has a chart as it was drawn before", () => {
  const got = opened({
    shown: { data: { c1: chart("17.1 below") }, order: ["c1"] },
    hidden: { data: { c2: chart("5.9 above"), c3: chart("Months") }, order: ["c2", "c3"] },
  });
  expect(got).toEqual({ shown: { data: {}, order: [] }, hidden: { data: {}, order: [] } });
});

test("Pictures that a person has put on a sheet stay", () => {
  const got = opened({ hidden: { data: { c2: chart("5.9 above"), p1: PICTURE }, order: ["p1", "c2"] } });
  expect(got).toEqual({ hidden: { data: { p1: PICTURE }, order: ["p1"] } });
});

test("A workbook without drawings opens", () => {
  expect(opened(undefined)).toBeUndefined();
});
