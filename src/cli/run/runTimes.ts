/** When a run began and ended, and against what it ran: without a time, a run that never started shows the day before. */
import { ENVIRONMENT } from "../command/version";

export interface RunStart {
  /** The connected service, as `serviceOf` returns it; null if the connection is not set. */
  readonly service: string | null;
  readonly environment: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
}

/** A run with its end, as JSON has it. */
export interface RunTimes extends RunStart {
  readonly endedAt: string;
}

/** @param now Milliseconds since the epoch. */
export function startRun(now: number): RunStart {
  return { service: null, environment: ENVIRONMENT, startedAt: new Date(now).toISOString() };
}

export function endRun(run: RunStart, now: number): RunTimes {
  return { ...run, endedAt: new Date(now).toISOString() };
}

export function formatRun({ service, environment, startedAt, endedAt }: RunTimes): string {
  return `From ${startedAt} to ${endedAt}, ${service ?? "no service"}, environment ${environment}.`;
}
