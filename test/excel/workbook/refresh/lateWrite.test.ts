/** A write that Excel carries out late, after it has left the request unanswered, never replaces a newer one. */
import { readSettings } from "../../../../src/reporting/saved/chosenSettings";
import { readCustomXml } from "../../../../src/excel/workbook/customXml/customXml";
import { saveSettings } from "../../../../src/excel/workbook/customXml/settingsPart";
import type { RequestBody } from "../../../../workbench/office/interpreter";
import { openLeanWorkbook } from "../lean/leanSetup";

const ONE = '=INSIGHTS.KPI("Plan","One","ebit")';

/** A part is added with its XML. */
const isPartWritten = (body: RequestBody) => JSON.stringify(body).includes("xmlns=");

test("A refresh that Excel writes late does not win over a later one that found the former numbers again", async () => {
  const world = await openLeanWorkbook(["Sheet1"], { "Sheet1!A1": ONE });
  await world.refresh();
  const former = world.value("Sheet1!A1");
  const { service, losses, person } = world;
  service.step(0, 0);
  losses.lose("late", isPartWritten);
  await person.act(() => person.store.refresh());
  const { stopped, failure } = person.store.state();
  expect([stopped?.reason, failure?.message]).toEqual(["unknown", expect.stringContaining("it is not known")]);
  service.setBack(0, 0);
  expect(await world.refresh()).toEqual([]);
  await losses.deliver();
  for (const later of [person.look, world.reopen]) {
    await later();
    world.workbook.renewAll();
    world.workbook.calculate();
    await world.workbook.settled();
    expect(world.value("Sheet1!A1")).toBe(former);
  }
  world.close();
});

test("A refresh that Excel has written without an answer is adopted, and is not said to be a colleague's", async () => {
  const world = await openLeanWorkbook(["Sheet1"], { "Sheet1!A1": ONE });
  const { service, losses, person } = world;
  await world.refresh();
  service.step(0, 0);
  losses.lose("unanswered", isPartWritten);
  await person.act(() => person.store.refresh());
  expect(person.store.state().stopped?.reason).toBe("unknown");
  await person.look();
  await world.workbook.settled();
  expect(world.value("Sheet1!A1")).toBe(service.numberOf(0, 0, 0));
  expect(person.store.state().adoptedAt).toBeUndefined();
  world.close();
});

test("Settings that Excel writes late do not replace those that were chosen since", async () => {
  const world = await openLeanWorkbook(["Sheet1"], {});
  await saveSettings({ currency: "EUR" });
  world.losses.lose("late", isPartWritten);
  await expect(saveSettings({ currency: "USD" })).rejects.toThrow("Excel has not answered.");
  await saveSettings({ currency: "CHF" });
  await world.losses.deliver();
  expect(readSettings(await readCustomXml("settings")).currency).toBe("CHF");
  world.close();
});
