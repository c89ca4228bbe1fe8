// @ts-check
// The build writes this into the page, right behind office.js, so that it runs before Office asks for anything. It is ES5 and uses
// no newer API, so that a webview which is too old for the add-in can say so: an older Windows shows panes in Internet Explorer 11.
(function () {
  var LONGEST_PAUSE = 30000;
  var TRIES_UNTOLD = 3;
  var tries = 0;

  // The build is ES2022: Safari before 15.4 and Internet Explorer cannot read it. `hasOwn` came with the last of it.
  if (!("hasOwn" in Object)) {
    whenPageIsThere(function () {
      show("outdated");
    });
    return;
  }

  // Office asks for the functions as soon as it is ready, which may be before addin.js has come. With this it waits for the first.
  // Its types leave this out.
  var office = /** @type {{ CustomFunctions?: { delayInitialization(): void } }} */ (/** @type {unknown} */ (window));
  if (office.CustomFunctions) office.CustomFunctions.delayInitialization();

  addEventListener("error", onError, true);

  /** @param {Event} event */
  function onError(event) {
    if (event.target instanceof HTMLScriptElement) hearOf(event.target);
  }

  /** @param {HTMLScriptElement} script that could not be loaded */
  function hearOf(script) {
    // Without office.js nothing can go on in this page.
    if (/\/office\.js$/.test(script.src)) whenPageIsThere(tell);
    // The other files are loaded by addin.js, which tries again by itself.
    if (script.getAttribute("src") !== "addin.js") return;
    tries += 1;
    if (tries > TRIES_UNTOLD) whenPageIsThere(tell);
    setTimeout(loadAgain, Math.min(LONGEST_PAUSE, 500 * Math.pow(2, tries)));
  }

  function loadAgain() {
    var script = document.createElement("script");
    script.setAttribute("src", "addin.js");
    document.head.appendChild(script);
  }

  function tell() {
    var notice = show("unloaded");
    var button = notice && notice.querySelector("button");
    if (button)
      button.onclick = function () {
        location.reload();
      };
  }

  /** @param {string} id of a notice, which is returned */
  function show(id) {
    var notice = document.getElementById(id);
    if (notice) notice.removeAttribute("hidden");
    return notice;
  }

  /** @param {() => void} task */
  function whenPageIsThere(task) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", task);
    else task();
  }
})();
