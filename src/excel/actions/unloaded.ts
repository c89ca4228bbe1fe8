/** The notice that the page shows if the pane could not be loaded. It is in the page from the start, hidden. */

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
