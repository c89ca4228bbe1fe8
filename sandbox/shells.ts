/** How the shells of a system set the variables that the command line reads. Pure. */

/** Shells by what they are called, and how they set a variable. */
const SHELLS = {
  "a shell": (name: string, value: string) => `export ${name}=${value}`,
  PowerShell: (name: string, value: string) => `$env:${name} = "${value}"`,
  cmd: (name: string, value: string) => `set ${name}=${value}`,
} as const;

/** Returns the lines to run: on Windows of each shell that people have there, with its name above. */
export function linesToRun(platform: string, variables: Readonly<Record<string, string>>): string {
  const lines = (set: (name: string, value: string) => string) =>
    Object.entries(variables).map(([name, value]) => set(name, value));
  if (platform !== "win32") return lines(SHELLS["a shell"]).join("\n");
  return Object.entries(SHELLS)
    .map(([shell, set]) => [`In ${shell}:`, ...lines(set)].join("\n"))
    .join("\n\n");
}
