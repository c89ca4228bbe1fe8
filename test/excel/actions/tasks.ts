/** What waits for a clock that the test moves on. */
import type { StoreContext } from "../../../src/excel/actions/context";

export interface Task {
  readonly milliseconds: number;
  readonly run: () => void;
}

/** Returns an `after` that lists its tasks here. */
export function afterIn(tasks: Task[]): StoreContext["after"] {
  return (milliseconds, run) => {
    const task = { milliseconds, run };
    tasks.push(task);
    return () => {
      if (tasks.includes(task)) tasks.splice(tasks.indexOf(task), 1);
    };
  };
}
