import type { PeopleOutcome } from "./person.ts";

/** A person of another verification with the same CURP: the data for a link, without name and CURP. */
export type SamePerson = {
  verification_id: string;
  people_id: number | null;
  tag: string | null;
  title: string | null;
  /** The service's name of the role; null if its answer has none, or was deleted by the retention. */
  role: string | null;
  outcome: PeopleOutcome;
  /** The code of a failure in an event. */
  people_error: string | null;
};

/** `GET /api/verifications/{id}/people/{people_id}/others`: the latest lookup first, up to the number that a page shows. */
export type SamePeople = { items: SamePerson[]; has_more: boolean };
