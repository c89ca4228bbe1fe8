/** @jest-environment jsdom */
/** What Explain shows of a cell. */
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { render, screen } from "@testing-library/react";
import type { ExplainStep } from "../../../src/excel/actions/explain/explainState";
import { NO_NUMBERS } from "../../../src/excel/actions/explain/explaining";
import { NO_ACTIVITY } from "../../../src/excel/actions/activity/activity";
import { NO_MARKS } from "../../../src/excel/actions/connection/planMarks";
import type { Store } from "../../../src/excel/actions/store";
import type { StoreState } from "../../../src/excel/actions/storeState";
import { ExplainSection } from "../../../src/excel/taskpane/view/ExplainSection";
import "./paneTests";

const STATE: StoreState = {
  section: "explain",
  isBusy: false,
  status: "connected",
  appUrl: "https://planning.example.com",
  isAddressFixed: false,
  keepsKeys: true,
  isKeyKept: false,
  hasSandbox: false,
  planMarks: NO_MARKS,
  plans: [],
  settings: {},
  activity: NO_ACTIVITY,
  unsettled: [],
};

const STEP: ExplainStep = {
  call: { id: "KPI", args: [], settings: {} },
  title: "EBIT of Committed",
  label: "EBIT",
  value: 815,
  kind: "amount",
  combination: undefined,
  fullYear: undefined,
  answers: [],
  dimensions: [],
};

const CELL = { ...NO_NUMBERS, version: 1, address: "Sheet1!B4", state: "done" as const };

async function show(change: Partial<StoreState>): Promise<void> {
  Object.assign(globalThis, { Office: { context: { contentLanguage: "en-US" } } });
  const store = {
    loadExplain: () => Promise.resolve({ followCell: () => () => undefined }),
  } as unknown as Store;
  render(
    <FluentProvider theme={webLightTheme}>
      <ExplainSection state={{ ...STATE, ...change }} store={store} isVisible />
    </FluentProvider>,
  );
  await screen.findByRole("region");
}

test("A number that the formula adds something to says what, in the formula's words", async () => {
  const besides = { label: "500-B7", amount: 400 };
  await show({ explanation: { ...CELL, steps: [{ ...STEP, value: 1215, besides }] } });
  expect(screen.getByText("With 500-B7, which the cell's formula adds.")).toBeTruthy();
  expect(screen.getByText("1,215")).toBeTruthy();
});

test("A number that the formula shows alone says nothing of it", async () => {
  await show({ explanation: { ...CELL, steps: [STEP] } });
  expect(screen.queryByText(/which the cell's formula adds/)).toBeNull();
});
