/** Custom XML parts: documents that add-ins store in the workbook. */
import { officeError, type HostObject } from "../office/hostObject";
import { createLookUps } from "./lookUps";
import type { WorkbookState } from "./state";

/** What has the parts. */
export interface PartsOwner {
  readonly state: Pick<WorkbookState, "parts">;
  readonly onChange: () => void;
}

/** @param isMeant Tells by its XML whether a part belongs to the collection. */
export function customXmlObject(model: PartsOwner, isMeant: (xml: string) => boolean = () => true): HostObject {
  const { state, onChange } = model;
  const store = (id: string, xml: string): HostObject => {
    if (!namespaceOf(xml)) throw officeError("InvalidArgument", "A custom XML part has to be XML with a namespace.");
    state.parts[id] = xml;
    onChange();
    return partObject(id);
  };
  const partObject = (id: string): HostObject => ({
    type: "CustomXmlPart",
    id,
    values: { id: () => id, namespaceUri: () => namespaceOf(state.parts[id] ?? "") },
    methods: {
      getXml: () => state.parts[id],
      setXml: (xml: string) => void store(id, xml),
      delete: () => {
        delete state.parts[id];
        onChange();
      },
    },
  });
  const find = (id: string) => (id in state.parts ? id : undefined);
  const meant = () =>
    Object.entries(state.parts)
      .filter(([, xml]) => isMeant(xml))
      .map(([id]) => partObject(id));
  return {
    type: "CustomXmlPartCollection",
    items: meant,
    methods: {
      add: (xml: string) => store(`{${crypto.randomUUID().toUpperCase()}}`, xml),
      getByNamespace: (namespace: string) => customXmlObject(model, (xml) => namespaceOf(xml) === namespace),
      ...createLookUps("CustomXmlPartCollection", "custom XML part", find, partObject),
    },
  };
}

function namespaceOf(xml: string): string | null {
  return new DOMParser().parseFromString(xml, "text/xml").documentElement.namespaceURI;
}
