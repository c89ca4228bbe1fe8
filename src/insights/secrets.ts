/** The text without the secrets, in any of the spellings in which a service may repeat what was sent to it. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.flatMap(spellings).reduce((rest, spelling) => rest.replaceAll(spelling, "…"), text);
}

function spellings(secret: string): string[] {
  const inForm = new URLSearchParams({ secret }).toString().slice("secret=".length);
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [secret, inForm, inJson, encodeURIComponent(secret)].filter(Boolean);
}
