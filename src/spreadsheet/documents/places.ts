/** Where the parts of a presentation or document are shown, in words: by the number of their slide, or their own name. */
import { relationsOf } from "../xlsx/relations";
import { childNamed, childrenNamed, parseXml } from "../xlsx/xml";
import type { Zip } from "../xlsx/zip";

/** Relations to parts that others share, or that lead back. */
const SHARED = /^(?:slideLayout|slideMaster|notesMaster|handoutMaster|theme|slide)$/;

/** The place of the parts that hold the title of the file, its author and so on. */
export const PROPERTIES = "the file's properties";

/**
 * Returns the places by XML part, in their order: slides in the order of the show, with what they show; then all others. The text
 * of a document has no place of its own.
 */
export async function placesOf(zip: Zip, main: string): Promise<Map<string, string>> {
  const places = new Map<string, string>([[main, ""]]);
  for (const [at, slide] of (await slidesOf(zip, main)).entries()) {
    places.set(slide, `slide ${at + 1}`);
    for (const { type, target } of await relationsOf(zip, slide))
      if (!SHARED.test(type) && !places.has(target))
        places.set(target, `slide ${at + 1}, ${type === "notesSlide" ? "notes" : baseName(target)}`);
  }
  for (const { type, target } of await relationsOf(zip, ""))
    if (/-properties$/.test(type)) places.set(target, PROPERTIES);
  for (const name of zip.names) if (!places.has(name)) places.set(name, baseName(name));
  return places;
}

async function slidesOf(zip: Zip, main: string): Promise<string[]> {
  const list = childNamed(parseXml(await zip.text(main), main), "sldIdLst");
  const relations = await relationsOf(zip, main);
  return childrenNamed(list, "sldId").flatMap((slide) => {
    // A slide has an id of its own beside that of its relation.
    const id = Object.keys(slide.attributes).find((name) => name.endsWith(":id"));
    const relation = relations.find((each) => id !== undefined && each.id === slide.attributes[id]);
    return relation ? [relation.target] : [];
  });
}

function baseName(xmlPart: string): string {
  return xmlPart.slice(xmlPart.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}
