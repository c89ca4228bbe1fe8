import { DOMParser, type Document, type Element } from "@xmldom/xmldom";

/** What the manifest is checked against: the files of a build, and the commands that the add-in associates. */
export interface Build {
  address: string;
  has(path: string): boolean;
  /** Width and height of an image, in pixels. */
  imageSize(path: string): [number, number];
  commands: readonly string[];
}

type Rule = (manifest: Document, build: Build) => string[];

const RESID_LENGTH = 32;
const STRING_LENGTHS = { ShortStrings: 125, LongStrings: 250 };
const BUTTON_SIZES = ["16", "32", "80"];

const all = (parent: Document | Element, name: string): Element[] => [...parent.getElementsByTagNameNS("*", name)];
const attribute = (element: Element, name: string): string => element.getAttribute(name) ?? "";
const text = (element: Element): string => (element.textContent ?? "").trim();
const repeated = (values: string[]): string[] => values.filter((value, index) => values.indexOf(value) !== index);

function resources(manifest: Document): Element[] {
  return all(manifest, "Resources").flatMap((each) => ["Image", "Url", "String"].flatMap((name) => all(each, name)));
}

function users(manifest: Document): Element[] {
  return all(manifest, "*").filter((element) => element.hasAttribute("resid"));
}

function addresses(manifest: Document): string[] {
  const values = all(manifest, "*").map((element) => attribute(element, "DefaultValue"));
  return values.filter((value) => /^\w+:\/\//.test(value));
}

const resids: Rule = (manifest) => {
  const ids = resources(manifest).map((element) => attribute(element, "id"));
  const used = users(manifest).map((element) => attribute(element, "resid"));
  return [
    ...repeated(ids).map((id) => `two resources are called ${id}`),
    ...ids.filter((id) => id.length > RESID_LENGTH).map((id) => `${id} is longer than ${RESID_LENGTH} characters`),
    ...used.filter((id) => !ids.includes(id)).map((id) => `no resource is called ${id}`),
    ...ids.filter((id) => !used.includes(id)).map((id) => `nothing uses ${id}`),
  ];
};

/** Another resid, even for the same address, starts a second runtime: functions and pane would no longer share a session. */
const oneRuntime: Rule = (manifest) => {
  const runtimes = all(manifest, "Runtime").map((element) => attribute(element, "resid"));
  const pages = [
    ...all(manifest, "FunctionFile"),
    ...[...all(manifest, "Page"), ...all(manifest, "Action")].flatMap((each) => all(each, "SourceLocation")),
  ];
  return [
    ...(runtimes.length === 1 ? [] : [`there are ${runtimes.length} runtimes, not one`]),
    ...pages
      .filter((page) => attribute(page, "resid") !== runtimes[0])
      .map((page) => `${page.parentNode?.localName} runs in ${attribute(page, "resid")}, not in ${runtimes[0]}`),
    ...all(manifest, "TaskpaneId").map(() => "a shared runtime has no TaskpaneId"),
  ];
};

const files: Rule = (manifest, { address, has }) =>
  addresses(manifest).flatMap((value) => {
    if (!value.startsWith("https://")) return [`${value} is not https`];
    if (!value.startsWith(`${address}/`)) return [`${value} is not at ${address}`];
    return has(value.slice(address.length + 1)) ? [] : [`${value} is not built`];
  });

const domains: Rule = (manifest, { address }) =>
  all(manifest, "AppDomain")
    .map(text)
    .filter((domain) => domain !== new URL(address).origin)
    .map((domain) => `the domain ${domain} is not the add-in's`);

const icons: Rule = (manifest, { address, has, imageSize }) => {
  const byId = new Map(
    resources(manifest).map((element) => [attribute(element, "id"), attribute(element, "DefaultValue")]),
  );
  const problem = (url: string, wanted: number): string[] => {
    const path = url.slice(address.length + 1);
    if (!has(path)) return [];
    const size = imageSize(path).join(" × ");
    return size === `${wanted} × ${wanted}` ? [] : [`${path} is ${size} pixels, not ${wanted} × ${wanted}`];
  };
  const named = (name: string, wanted: number) =>
    all(manifest, name).flatMap((element) => problem(attribute(element, "DefaultValue"), wanted));
  return [
    ...named("IconUrl", 32),
    ...named("HighResolutionIconUrl", 64),
    ...all(manifest, "Icon").flatMap((icon) => {
      const images = all(icon, "Image");
      const sizes = images.map((image) => attribute(image, "size"));
      return [
        ...BUTTON_SIZES.filter((size) => !sizes.includes(size)).map((size) => `an icon lacks its size ${size}`),
        ...images.flatMap((each) => problem(byId.get(attribute(each, "resid")) ?? "", Number(attribute(each, "size")))),
      ];
    }),
  ];
};

const commands: Rule = (manifest, build) => {
  const named = all(manifest, "FunctionName").map(text);
  return [
    ...named.filter((name) => !build.commands.includes(name)).map((name) => `no command is called ${name}`),
    ...build.commands.filter((name) => !named.includes(name)).map((name) => `no button runs ${name}`),
  ];
};

const controls: Rule = (manifest) => {
  const ids = [...all(manifest, "Group"), ...all(manifest, "Control")].map((element) => attribute(element, "id"));
  return repeated(ids).map((id) => `two controls are called ${id}`);
};

const strings: Rule = (manifest) =>
  Object.entries(STRING_LENGTHS).flatMap(([kind, most]) =>
    all(manifest, kind)
      .flatMap((each) => all(each, "String"))
      .filter((element) => attribute(element, "DefaultValue").length > most)
      .map((element) => `${attribute(element, "id")} is longer than ${most} characters`),
  );

const RULES: readonly Rule[] = [resids, oneRuntime, files, domains, icons, commands, controls, strings];

/** What Excel would refuse or misread although the manifest's schema allows it; empty when all is well. */
export function problemsOf(manifest: string, build: Build): string[] {
  const document = new DOMParser().parseFromString(manifest, "text/xml");
  return RULES.flatMap((rule) => rule(document, build));
}
