import type { openingReason } from "#lib/core/contract/need-to-know/need-to-know-input.ts";
import type { Openings } from "#lib/core/contract/need-to-know/opening.ts";
import type { ShownPeople } from "#lib/core/contract/need-to-know/shown.ts";
import type { peopleSearchInput } from "#lib/core/contract/people/people-input.ts";
import type { PeopleList, PeopleRows, SamePeople } from "#lib/core/contract/people/people-search.ts";
import type { FailedLookups } from "#lib/core/contract/people/person.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const PEOPLE_API = {
  "GET /api/overview/lookups": answers<FailedLookups>(),
  "POST /api/people/search": answers<PeopleList | PeopleRows, typeof peopleSearchInput>(),
  "GET /api/verifications/{verification_id}/people": answers<ShownPeople>(),
  "GET /api/verifications/{verification_id}/people/{people_id}/curp.pdf": answers<Response>(),
  "POST /api/verifications/{verification_id}/people/{people_id}/opening": answers<void, typeof openingReason>(),
  "GET /api/verifications/{verification_id}/people/{people_id}/openings": answers<Openings>(),
  "GET /api/verifications/{verification_id}/people/{people_id}/others": answers<SamePeople>(),
};
