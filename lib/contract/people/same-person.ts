import type { PeopleOutcome } from "./person.ts";

/** A person of another verification with the same CURP: what leads there, and neither name nor CURP. */
export type SamePerson = {
  verification_id: string;
  people_id: number | null;
  tag: string | null;
  title: string | null;
  /** As the service calls it; null where its answer says none, or is kept no longer. */
  role: string | null;
  outcome: PeopleOutcome;
  /** The code of a failure that an event reported. */
  people_error: string | null;
};

/** `GET /api/verifications/{id}/people/{people_id}/others`: the last looked up first, as many as are shown. */
export type SamePeople = { items: SamePerson[]; has_more: boolean };
