import { may } from "#lib/contract/access/permissions.ts";
import type { AuditRow } from "#lib/contract/audit/audit.ts";
import { auditSearchInput } from "#lib/contract/audit/audit-input.ts";
import { searchKindOf } from "#lib/contract/people/people-search.ts";
import { listAudit } from "#lib/server/audit/list.ts";
import { recordPeopleSearched } from "#lib/server/audit/openings.ts";
import { MAX_SUBJECTS, type Subjects, subjectsOf } from "#lib/server/audit/subjects.ts";
import { route } from "#lib/server/http/route.ts";
import { ruleFor } from "#lib/server/need-to-know/policy.ts";
import { withinCurpLimit } from "#lib/server/people/curp-search-limit.ts";

/**
 * Searches the trail, and the people in it, for text that may not stand in an address (design §9): a read by POST. A
 * text that finds people or looks like a CURP is limited and recorded as a search of people, before its result is sent.
 */
export const POST = route(
  { access: "audit.read", audit: null, limit: { calls: 600, seconds: 60 }, body: auditSearchInput, idle: true },
  async ({ body, actor, session }) => {
    const { filter } = body;
    const reader = session.user.role;
    if (filter.q === null || reader === null) return listAudit({ ...body, reader });
    const kind = searchKindOf(filter.q);
    if (kind !== "words") withinCurpLimit(session.user.id, filter.q);
    const kinds = {
      files: may(reader, "verifications.read"),
      people: may(reader, "people.read"),
      rule: await ruleFor(reader),
    };
    const subjects = await subjectsOf(filter.q, kinds);
    const list = await listAudit({ ...body, reader, subjects });
    if (kind !== "words" || subjects.people.length > 0) {
      const found = subjects.people.length === MAX_SUBJECTS ? { at_least: MAX_SUBJECTS } : subjects.people.length;
      await recordPeopleSearched({ kind, found, shown: shownFiles(list.items, subjects) }, actor);
    }
    return list;
  },
);

/** The files whose people the shown entries name, among the people found. */
const shownFiles = (items: readonly AuditRow[], { people }: Subjects): string[] =>
  items.flatMap(({ ids: { verification_id, people_ids } }) =>
    Array.isArray(people_ids) &&
    people.some(
      (one) => one.verification_id === verification_id && people_ids.some((id) => Number(id) === one.people_id),
    )
      ? [String(verification_id)]
      : [],
  );
