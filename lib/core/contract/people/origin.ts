import type { Person, PersonLookup } from "./person.ts";

/**
 * The documents that name a person, as far as known: only the events of lookups state them (interface, Event list:
 * `verification_people.curp_search_completed`). Pages import this; no zod.
 */

export type SourceDocument = Pick<PersonLookup, "item_type"> & { item_id: number };

type Lookups = Pick<Person, "lookups">;

/** The documents of a person's lookups, each once, the last named first. */
export function sourceDocuments({ lookups }: Lookups): SourceDocument[] {
  const named = lookups.flatMap(({ item_id, item_type }) => (item_id === null ? [] : [{ item_id, item_type }]));
  return named.filter(({ item_id }, index) => named.findIndex((other) => other.item_id === item_id) === index);
}

/** The shareholder in the service's answer, else in the last lookup that names one. */
export const shareholderOf = ({ shareholder_id, lookups }: Lookups & Pick<Person, "shareholder_id">): number | null =>
  shareholder_id ?? lookups.find((lookup) => lookup.shareholder_id !== null)?.shareholder_id ?? null;

/** The people with a lookup for this document, in the order of the answer. */
export const peopleOfItem = <P extends Lookups>(people: readonly P[], item_id: number): P[] =>
  people.filter(({ lookups }) => lookups.some((lookup) => lookup.item_id === item_id));
