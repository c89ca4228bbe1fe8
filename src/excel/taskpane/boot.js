// @ts-check
// The build writes this into the page, before office.js, to hear whether that comes: the page goes no further until then. It is ES5 and uses
// no newer API, so that a webview which is too old for the add-in can say so: an older Windows shows panes in Internet Explorer 11.
(function () {
  var LONGEST_PAUSE = 30000;
  var TRIES_UNTOLD = 3;
  var LONGEST_WAIT = 15000;
  var WAITING =
    "Scenario Insights is waiting for Microsoft's office.js, which does not come. The cells keep what they show. " +
    "If this stays, ask your administrator whether the network holds it back.";
  var tries = 0;

  // The build is ES2022: Safari before 15.4 and Internet Explorer cannot read it. `hasOwn` came with the last of it.
  if (!("hasOwn" in Object)) {
    whenPageIsThere(function () {
      show("outdated");
    });
    return;
  }

  addEventListener("error", onError, true);
  // A script's event reaches the document, but not the window.
  document.addEventListener("load", onLoad, true);
  var waiting = setTimeout(tellOfWaiting, LONGEST_WAIT);

  /** @param {Event} event */
  function onLoad(event) {
    if (!isOfficeJs(event.target)) return;
    stopWaiting();
    // Office asks for the functions as soon as it is ready, which may be before addin.js has come. With this it waits for the first.
    // Its types leave this out.
    var office = /** @type {{ CustomFunctions?: { delayInitialization(): void } }} */ (/** @type {unknown} */ (window));
    if (office.CustomFunctions) office.CustomFunctions.delayInitialization();
  }

  /** @param {Event} event */
  function onError(event) {
    var script = event.target;
    if (!(script instanceof HTMLScriptElement)) return;
    // The other files are loaded by addin.js, which tries again by itself.
    if (script.getAttribute("src") === "addin.js") loadLater();
    else if (isOfficeJs(script)) loadOtherwise(script);
  }

  /** @param {EventTarget | null} target @returns {target is HTMLScriptElement} */
  function isOfficeJs(target) {
    return target instanceof HTMLScriptElement && /\/office\.js$/.test(target.src);
  }

  /**
   * Loads office.js from its other home, before the page goes on. Without it nothing can go on in this page.
   * @param {HTMLScriptElement} script
   */
  function loadOtherwise(script) {
    var other = script.getAttribute("data-otherwise");
    // office.js takes its parts from where the first script of its name stands.
    if (script.parentNode) script.parentNode.removeChild(script);
    if (other) document.write('<script src="' + other + '"></' + "script>");
    else {
      stopWaiting();
      whenPageIsThere(function () {
        tell("blocked");
      });
    }
  }

  function loadLater() {
    tries += 1;
    if (tries > TRIES_UNTOLD)
      whenPageIsThere(function () {
        tell("unloaded");
      });
    setTimeout(loadAgain, Math.min(LONGEST_PAUSE, 500 * Math.pow(2, tries)));
  }

  /** A network may neither pass a request on nor refuse it. The page has no body yet, in which its notices stand. */
  function tellOfWaiting() {
    var notice = document.createElement("div");
    notice.id = "waiting";
    notice.className = "notice";
    notice.setAttribute("role", "alert");
    notice.appendChild(document.createTextNode(WAITING));
    document.documentElement.appendChild(notice);
  }

  function stopWaiting() {
    clearTimeout(waiting);
    var notice = document.getElementById("waiting");
    if (notice && notice.parentNode) notice.parentNode.removeChild(notice);
  }

  function loadAgain() {
    var script = document.createElement("script");
    script.setAttribute("src", "addin.js");
    document.head.appendChild(script);
  }

  /** @param {string} id of a notice with a button */
  function tell(id) {
    var notice = show(id);
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
