// @ts-check
// The build writes this into the page, right behind office.js, so that it runs before Office asks for anything.
(() => {
  const LONGEST_PAUSE = 30_000;
  const TRIES_UNTOLD = 3;

  // Office asks for the functions as soon as it is ready, which may be before addin.js has come. With this it waits for the first.
  // Its types leave this out.
  const office = /** @type {{ CustomFunctions?: { delayInitialization(): void } }} */ (/** @type {unknown} */ (window));
  office.CustomFunctions?.delayInitialization();

  let tries = 0;
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && hearOf(target), true);

  /** @param {HTMLScriptElement} script that could not be loaded */
  function hearOf(script) {
    // Without office.js nothing can go on in this page.
    if (/\/office\.js$/.test(script.src)) whenPageIsThere(() => tell());
    // The other files are loaded by addin.js, which tries again by itself.
    if (script.getAttribute("src") !== "addin.js") return;
    tries += 1;
    if (tries > TRIES_UNTOLD) whenPageIsThere(() => tell());
    setTimeout(() => loadAgain(), Math.min(LONGEST_PAUSE, 500 * 2 ** tries));
  }

  function loadAgain() {
    const script = document.createElement("script");
    script.setAttribute("src", "addin.js");
    document.head.append(script);
  }

  function tell() {
    const notice = document.getElementById("unloaded");
    const button = notice?.querySelector("button");
    if (button) button.onclick = () => location.reload();
    notice?.toggleAttribute("hidden", false);
  }

  /** @param {() => void} task */
  function whenPageIsThere(task) {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", task, { once: true });
    else task();
  }
})();
