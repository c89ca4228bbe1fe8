/** The configuration of the command, from environment variables. */
import { environmentOf } from "./environments.cjs";
import type { Settings } from "../../../numbers/functions/host";
import type { Connection, Credentials } from "../../../insights";
import { wrongUsage } from "../../standalone/failure";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Throws an error of usage for a name that no environment of the add-in can have. Such a name had no effect.
 * @param setting Names the variable's or the option's name in the message.
 */
export function checkAddinEnvironment(
  { INSIGHTS_ENVIRONMENT: name }: Environment,
  setting = "INSIGHTS_ENVIRONMENT",
): void {
  try {
    environmentOf(name, setting);
  } catch (error) {
    throw wrongUsage((error as Error).message);
  }
}

/** Reads the connection from the variables INSIGHTS_…. Throws an error of usage that names a missing one. */
export function readConnection(environment: Environment): Connection {
  return { ...readServiceAddress(environment), credentials: readCredentials(withoutBlanks(environment)) };
}

/** As `readConnection`, without credentials. */
export function readServiceAddress(environment: Environment): Omit<Connection, "credentials"> {
  const { INSIGHTS_URL: appUrl, INSIGHTS_BASE_URL: baseUrl } = withoutBlanks(environment);
  if (!appUrl) throw wrongUsage("Set INSIGHTS_URL to the address of the planning application.");
  return { appUrl, ...(baseUrl ? { baseUrl } : {}) };
}

/** Reads the default plan and currency, the fiscal year and the current month. Throws an error of usage. */
export function readDefaultSettings(environment: Environment): Settings {
  const given = withoutBlanks(environment);
  return { plan: given.INSIGHTS_PLAN, ...readCurrency(given), ...readFiscalYear(given), ...readCurrentMonth(given) };
}

function readCurrency({ INSIGHTS_CURRENCY: currency }: Environment): Pick<Settings, "currency"> {
  if (currency && !/^[a-z]{3}$/i.test(currency))
    throw wrongUsage("INSIGHTS_CURRENCY must be a code such as EUR or USD.");
  return { currency };
}

function readCurrentMonth({ INSIGHTS_CURRENT_MONTH: currentMonth }: Environment): Pick<Settings, "currentMonth"> {
  if (currentMonth && !/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(currentMonth))
    throw wrongUsage("INSIGHTS_CURRENT_MONTH must be a month such as 2026-04.");
  return currentMonth ? { currentMonth } : {};
}

function readFiscalYear(environment: Environment): Pick<Settings, "fiscalMonth" | "fiscalNameByBegin"> {
  const { INSIGHTS_FISCAL_MONTH: month, INSIGHTS_FISCAL_NAME: name = "end" } = environment;
  if (month && !/^(?:[1-9]|1[0-2])$/.test(month))
    throw wrongUsage("INSIGHTS_FISCAL_MONTH must be a month from 1 to 12.");
  if (!["end", "begin"].includes(name)) throw wrongUsage("INSIGHTS_FISCAL_NAME must be end or begin.");
  return { fiscalMonth: month ? Number(month) : undefined, fiscalNameByBegin: name === "begin" || undefined };
}

/** Removes empty variables, so they count as not set. */
function withoutBlanks(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}

function readCredentials(environment: Environment): Credentials {
  const { INSIGHTS_API_KEY: apiKey, INSIGHTS_CLIENT_ID: clientId, INSIGHTS_CLIENT_SECRET: clientSecret } = environment;
  if (apiKey) return { apiKey };
  if (!clientId && !clientSecret) {
    throw wrongUsage("Set INSIGHTS_API_KEY, or INSIGHTS_CLIENT_ID and INSIGHTS_CLIENT_SECRET.");
  }
  if (!clientId) throw wrongUsage("INSIGHTS_CLIENT_SECRET is set without INSIGHTS_CLIENT_ID. Set both.");
  if (!clientSecret) throw wrongUsage("INSIGHTS_CLIENT_ID is set without INSIGHTS_CLIENT_SECRET. Set both.");
  const { INSIGHTS_SCOPE: scope } = environment;
  return { clientId, clientSecret, ...(scope ? { scope } : {}) };
}
