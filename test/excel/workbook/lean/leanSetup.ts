/** One person's refresh of a lean workbook whose sheets and cells are the test's. */
import { createBehaviour } from "../../../../workbench/model/behaviour";
import { createGate } from "../../../../workbench/office/gate";
import { createInterpreter, type RequestBody } from "../../../../workbench/office/interpreter";
import { parseSheetPosition } from "../../../../src/spreadsheet/cells/address";
import { createClient, type Client } from "../../../workbench/client";
import { workbookObject } from "./host";
import { plain } from "./oracle";
import { createLosses } from "./losses";
import { actorNow, functionsOfActor, openPerson } from "./person";
import { createLeanService } from "./service";
import { emptyDocument, openLean, toExcel, type Content, type LeanBehaviour } from "./workbook";

let execute: ReturnType<typeof createLosses>["execute"];
/** One for all workbooks, which are open one after the other: new proxies take a tenth of a second. */
let client: Client | undefined;

/** @param cells By their addresses, such as "S1!A1"; sheets are named in the order of their tabs. */
export async function openLeanWorkbook(
  sheets: readonly string[],
  cells: Readonly<Record<string, Content>>,
  excel: Partial<LeanBehaviour> = {},
) {
  const service = createLeanService();
  const behaviour = createBehaviour();
  const workbook = openLean(emptyDocument(sheets), [], { blankArgument: null, keepOldValues: false, ...excel });
  const gate = createGate(
    behaviour,
    createInterpreter(workbookObject({ workbook: () => workbook, behaviour }), {}, behaviour),
  );
  /** Called with each request. */
  const requests: RequestBody[] = [];
  const losses = createLosses((body, flags) => {
    requests.push(body);
    return gate(body, flags);
  });
  execute = losses.execute;
  client ??= createClient((body, flags) => execute(body, flags));
  client.use();
  const openNow = async () => {
    const person = await openPerson({ service, isConnected: true, now: service.now });
    workbook.use(functionsOfActor(person), () => actorNow(person));
    return person;
  };
  let person = await openNow();
  const positionOf = (address: string) => {
    const { sheet = "", row = 0, column = 0 } = parseSheetPosition(address) ?? {};
    return { sheet: workbook.sheet(sheet)?.id ?? "", row, column };
  };
  const enter = (address: string, content: Content) => workbook.enter(positionOf(address), content);
  for (const [address, content] of Object.entries(cells)) enter(address, content);
  await workbook.settled();
  workbook.calculate();
  await workbook.settled();
  return {
    workbook,
    service,
    behaviour,
    get person() {
      return person;
    },
    requests,
    losses,
    enter,
    value: (address: string) => toExcel(workbook.valueAt(positionOf(address))),
    shown: () => workbook.formulaCells().map(({ cell }) => plain(cell.value)),
    /** Presses Refresh. Returns the cells that are named. */
    async refresh(): Promise<readonly string[]> {
      await person.act(() => person.store.refresh());
      const { failure, unsettled } = person.store.state();
      if (failure) throw new Error(failure.message);
      return unsettled;
    },
    /** Closes the workbook and opens it as it was saved. */
    async reopen(): Promise<void> {
      person.leave();
      person = await openNow();
      await person.look();
    },
    close: () => person.leave(),
  };
}
