import type { PersonSummary } from "#lib/core/contract/people/people-search.ts";

type PersonRef = Pick<PersonSummary, "verification_id" | "people_id" | "occurrence">;

/** A key that stays the same when other people join or leave the list. */
export const personKey = ({ verification_id, people_id, occurrence }: PersonRef): string =>
  `${people_id ?? ""} ${occurrence} ${verification_id}`;

/** Address of a person; without the service's number, the people section of the verification. */
export function personHref({ verification_id, people_id }: Pick<PersonRef, "verification_id" | "people_id">): string {
  const file = `/verifications/${encodeURIComponent(verification_id)}`;
  return people_id === null ? file : `${file}/people/${people_id}`;
}

/** The same address, with a link back to the list of people. */
export const fromPeople = (who: Pick<PersonRef, "verification_id" | "people_id">): string =>
  who.people_id === null ? personHref(who) : `${personHref(who)}?from=people`;

export const pdfHref = (verification_id: string, people_id: number): string =>
  `/api/verifications/${encodeURIComponent(verification_id)}/people/${people_id}/curp.pdf`;

/** Element ids of an item and of a person on the page of their verification. */
export const itemAnchor = (item_id: number): string => `item-${item_id}`;
export const personAnchor = (people_id: number | null): string => `person-${people_id}`;

export const itemHref = (verification_id: string, item_id: number): string =>
  `${personHref({ verification_id, people_id: null })}#${itemAnchor(item_id)}`;
