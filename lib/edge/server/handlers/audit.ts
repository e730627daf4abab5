import { searchKindOf } from "#lib/core/contract/people/people-search.ts";
import { coveredFor } from "#lib/core/server/need-to-know/cover.ts";
import { recordPeopleSearched } from "#lib/core/server/need-to-know/openings.ts";
import { ruleFor } from "#lib/core/server/need-to-know/policy.ts";
import { withinCurpLimit } from "#lib/core/server/people/curp-search-limit.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { AUDIT_FILTER } from "#lib/platform/contract/audit/audit-filter.ts";
import { auditSearchInput } from "#lib/platform/contract/audit/audit-input.ts";
import { NEXT_CURSOR, streamQuery as query, readStreamCursor } from "#lib/platform/contract/audit/stream.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { streamAudit } from "#lib/platform/server/audit/stream.ts";
import { invalid } from "#lib/platform/server/base/errors.ts";
import { filterQuery, PAGE } from "#lib/platform/server/http/page-parameters.ts";
import { csvExport } from "#lib/platform/server/tables/csv.ts";
import { downloadHeaders } from "#lib/platform/server/tables/download.ts";
import type { AuditRow } from "#lib/records/contract/audit/trail.ts";
import { auditTable } from "#lib/records/server/audit/export.ts";
import { listAudit, listAuditUsers } from "#lib/records/server/audit/list.ts";
import { MAX_SUBJECTS, type Subjects, subjectsOf } from "#lib/records/server/audit/subjects.ts";

export const getAudit = route(
  "GET /api/audit",
  { access: "audit.read", query: filterQuery(AUDIT_FILTER, PAGE) },
  ({ query, session }) => listAudit({ ...query, reader: session.user.role }),
);

/**
 * The matches of the filter as streamed CSV. An unreadable parameter is refused: an export must not hold more rows than
 * requested.
 */
export const getAuditExport = route(
  "GET /api/audit/export",
  { access: "audit.read", audit: "audit.exported", perMinute: 10, query: filterQuery(AUDIT_FILTER) },
  async ({ request, query: { filter }, session, audit }) => {
    const narrowed = AUDIT_FILTER.write(filter);
    if (narrowed.size > 0) audit.add({ after: { filter: narrowed.toString() } });
    // The searched text may name a person, so the entry does not record it.
    if (filter.q !== null && !narrowed.has("q")) audit.add({ after: { searched_text: true } });
    const day = new Date().toISOString().slice(0, 10);
    const headers = downloadHeaders(`cotejo-audit-${day}`, "csv");
    // Next calls this handler for HEAD too and never reads the body: the stream would not end.
    if (request.method === "HEAD") return new Response(null, { headers });
    const { body, ended } = csvExport(auditTable({ filter, reader: session.user.role }));
    audit.until(ended.then((rows) => audit.add({ after: rows })));
    return new Response(body, { headers });
  },
);

/**
 * Entries of the trail after the cursor as NDJSON, oldest first, for log collectors. The header has the cursor of the
 * next request; an answer without lines repeats the cursor.
 */
export const getAuditStream = route(
  "GET /api/audit/stream",
  { access: "audit.stream", token: true, query },
  async ({ query: { cursor: given }, user }) => {
    const cursor = given ? readStreamCursor(given) : null;
    if (given && !cursor) throw invalid("Invalid cursor.");
    const { entries, next } = await streamAudit(cursor);
    const shown = await coveredFor(user.role, entries);
    return new Response(shown.map((entry) => `${JSON.stringify(entry)}\n`).join(""), {
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "cache-control": "no-store",
        ...(next !== null && { [NEXT_CURSOR]: next }),
      },
    });
  },
);

/** Users to filter the trail by. */
export const getAuditUsers = route("GET /api/audit/users", { access: "audit.read" }, () => listAuditUsers());

/**
 * Searches the trail, and the people in it, for text that may not stand in an address (design §9): a read by POST. A
 * text that finds people or looks like a CURP is limited and recorded as a search of people, before its result is sent.
 */
export const postAuditSearch = route(
  "POST /api/searches/audit",
  { access: "audit.read", audit: null, perMinute: 600, body: auditSearchInput, idle: true },
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
