/** What the page shows in place of a pane that could not be loaded. The page has it from the start, hidden. */

/** Shows it; its button tries again. */
export function showUnloaded(tryAgain: () => void): void {
  const { notice, button } = parts();
  if (button) button.onclick = tryAgain;
  notice?.toggleAttribute("hidden", false);
}

export function hideUnloaded(): void {
  parts().notice?.toggleAttribute("hidden", true);
}

function parts() {
  const notice = document.getElementById("unloaded");
  return { notice, button: notice?.querySelector("button") };
}
