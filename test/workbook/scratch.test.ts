import { play } from "./lean/play";
test("scratch", async () => {
  await play({"saysWhen":false,"blank":null,"clocks":[0,0],"steps":[{"do":"other"},{"do":"type","sheet":0,"row":0,"column":1,"content":0,"from":0},{"do":"other"},{"do":"type","sheet":0,"row":1,"column":1,"content":0,"from":5},{"do":"lose","plan":0},{"do":"refresh","scope":"workbook","selected":0,"between":{"what":"nothing"}}]} as never, { done: 0, failed: 0, unsettled: 0 });
});
