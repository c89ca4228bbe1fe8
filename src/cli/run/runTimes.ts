/** When a run began and ended, and against what it ran: without a time, a run that never started shows the day before. */
import { ENVIRONMENT } from "../command/version";

/** As JSON has it. Times are in ISO 8601, in UTC. */
export interface RunTimes {
  /** The connected service, as `serviceOf` returns it; null if the connection is not set. */
  readonly service: string | null;
  readonly environment: string;
  readonly startedAt: string;
  readonly endedAt: string;
}

/** Times are milliseconds since the epoch. */
export function timesOf(startedAt: number, endedAt: number, service: string | null): RunTimes {
  const [start, end] = [new Date(startedAt), new Date(endedAt)];
  return { service, environment: ENVIRONMENT, startedAt: start.toISOString(), endedAt: end.toISOString() };
}

export function formatRun({ service, environment, startedAt, endedAt }: RunTimes): string {
  return `From ${startedAt} to ${endedAt}, ${service ?? "no service"}, environment ${environment}.`;
}
