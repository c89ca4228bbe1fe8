// The manifest names the development server; a build for another address names that one instead.
const { DOMParser, XMLSerializer } = require("@xmldom/xmldom");
const { environmentOf, labelled } = require("./environment.cjs");

const DEVELOPMENT_ADDRESS = "https://localhost:3000";

/** Microsoft's homes of office.js: that which it documents since September 2026, and the former one, which the page takes if that fails. */
const OFFICE_JS = [
  "https://officeapis.public.onecdn.static.microsoft/1/office.js",
  "https://appsforoffice.microsoft.com/lib/1/hosted/office.js",
];

/**
 * Where the add-in will be hosted: an https address without query, possibly with a path.
 * @param {string} text
 * @returns {URL}
 * @throws {Error} that says what the address lacks
 */
function hostingAddress(text) {
  return checkAddress(
    text,
    "ADDIN_URL must be the https address that the add-in is hosted at, such as https://insights.example.com",
  );
}

/**
 * The planning service that people of a deployment connect to, as the page writes it.
 * @param {string} text
 * @returns {string}
 * @throws {Error} that says what the address lacks
 */
function serviceAddress(text) {
  const wanted = "SERVICE_URL must be the https address of the planning service, such as https://planning.example.com";
  return checkAddress(text, wanted).href.replace(/\/+$/, "");
}

/**
 * Whether people may keep their key on their device, as the page writes it.
 * @param {string | undefined} text
 * @returns {string} "" if each decides, "never" if nobody may
 * @throws {Error} that says what it may be
 */
function keepKeyOf(text = "") {
  if (text === "" || text === "never") return text;
  throw new Error(`KEEP_KEY is ${JSON.stringify(text)}. Set it to never, or leave it out so that people decide.`);
}

/**
 * What the page's security policy lets it ask. Only a page of a developer's machine may ask a sandbox there without https.
 * @param {URL} address of the add-in
 * @param {string} service "" if users enter its address
 * @returns {string}
 */
function servicesFor(address, service) {
  if (service) return `'self' ${new URL(service).origin}`;
  return address.hostname === "localhost" ? "https: http://localhost:* http://127.0.0.1:*" : "https:";
}

/**
 * @param {string} text
 * @param {string} wanted
 */
function checkAddress(text, wanted) {
  if (!URL.canParse(text)) throw new Error(`${wanted}; "${text}" is not an address.`);
  const address = new URL(text);
  if (address.protocol !== "https:") throw new Error(`${wanted}; Excel loads nothing over "${address.protocol}".`);
  if (address.username || address.password) throw new Error(`${wanted}; it may hold no user name or password.`);
  if (address.search || address.hash) throw new Error(`${wanted}; it may hold no query or fragment.`);
  return address;
}

/**
 * The version as a manifest has it: of four numbers, the first of them from 1, since Office's store and some administrators'
 * tools refuse a lower one.
 * @param {string} version the package's
 * @returns {string}
 * @throws {Error} where it cannot be one
 */
function manifestVersion(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`The package's version must be three numbers, such as 1.2.3, for a manifest; it is "${version}".`);
  if (version.startsWith("0."))
    throw new Error(`A manifest's version must be 1.0.0.0 or above; the package's version is ${version}.`);
  return `${version}.0`;
}

/** What people read, but for the publisher's name: the add-in's name, and the ribbon's labels and tips. */
const TEXTS = ["DisplayName", "Description", "bt:String"];

/**
 * The manifest's text with every address of the development server replaced, the package's version, and the id, namespace and
 * labels of the environment.
 * @param {string} manifest
 * @param {{ address: URL, version: string, environment?: import("./environment.cjs").Environment }} build `version` is the package's.
 */
function manifestFor(manifest, { address, version, environment = environmentOf() }) {
  const document = new DOMParser().parseFromString(manifest, "text/xml");
  for (const element of document.getElementsByTagName("Version")) element.textContent = manifestVersion(version);
  for (const element of document.getElementsByTagName("Id")) element.textContent = environment.id;
  const base = address.href.replace(/\/+$/, "");
  for (const element of document.getElementsByTagName("*")) {
    const value = element.getAttribute("DefaultValue");
    if (value?.startsWith(`${DEVELOPMENT_ADDRESS}/`))
      element.setAttribute("DefaultValue", base + value.slice(DEVELOPMENT_ADDRESS.length));
    else if (value && TEXTS.includes(element.tagName))
      element.setAttribute("DefaultValue", labelled(value, environment));
    if (element.localName === "AppDomain" && element.textContent === DEVELOPMENT_ADDRESS)
      element.textContent = address.origin;
  }
  return new XMLSerializer().serializeToString(document);
}

module.exports = {
  DEVELOPMENT_ADDRESS,
  hostingAddress,
  keepKeyOf,
  manifestFor,
  manifestVersion,
  OFFICE_JS,
  serviceAddress,
  servicesFor,
};
