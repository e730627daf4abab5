import type { CatalogueEvent } from "#lib/contract/events/event-catalogue.ts";

/** Lower case, and letters without their accents: a search for 'extraccion' finds 'extracción'. */
const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();

/** Whether an event has every typed word somewhere: in its name, its words or the names of its fields. */
export function matchesEvent(typed: string, words: readonly string[], event: CatalogueEvent): boolean {
  const text = folded([event.name, ...words, ...event.fields.map(({ name }) => name)].join(" "));
  return folded(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
