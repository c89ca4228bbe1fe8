/** Connecting, and choosing a plan. */
import { formatCount, formatInteger } from "./numbers";

export const plansTexts = {
  connect: {
    welcome: "Your plans in Excel, in three steps",
    steps: [
      "Connect to the planning service with your key.",
      "Choose the plan of this workbook.",
      "Put its first numbers in a cell.",
    ],
    again: "Connect to the planning service",
    address: "Service address",
    addressPlaceholder: "https://planning.example.com",
    key: "API key",
    keyHint: "Made in the planning application's settings, under API keys. It never goes into the workbook.",
    keep: "Keep the key on this device",
    keepHint:
      "Workbooks then connect by themselves. Anyone who can use your account on this device could read the key.",
    connect: "Connect",
    connecting: "Connecting…",
    kept: (time: string) => `Until you connect and refresh, cells show the numbers as of ${time}.`,
    sandbox: "Try the sandbox",
    sandboxHint: "A sandbox with sample plans is running here. It needs no key.",
  },
  plans: {
    title: "Plan of this workbook",
    advice: "Formulas that name no plan read this one.",
    loading: "Reading the plans…",
    none: "This service has no plans yet. Make one in the planning application, then look again.",
    unlisted: "This key may not list plans. Name a plan and its scenarios by their ids in formulas.",
    failed: "The plans could not be read.",
    retry: "Look again",
    search: "Search plans",
    noMatch: (text: string) => `No plan matches “${text}”.`,
    more: (rest: number) => `Show more (${formatInteger(rest)} left)`,
    found: (shown: number, all: number) => `${formatInteger(shown)} of ${formatCount(all, "plan", "plans")}`,
    noScenarios: "This plan has no scenarios.",
    scenarios: "Scenarios that formulas read where they name none",
    scenariosHint: "None chosen means all.",
    details: (name: string) => `Scenarios of ${name}`,
    currency: "Report currency",
    noCurrency: "The service's own",
    gone: (plan: string) => `The plan of this workbook, ${plan}, is not among those that this key may see.`,
    build: "Build a formula",
  },
  access: {
    missing: (scope: string) => `This key may not read results: it lacks the scope ${scope}. Connect with another key.`,
    scopes: "May",
    until: "Token renewed before",
    unknown: "The service does not say",
  },
} as const;
