import { MORNING } from "#lib/core/contract/verifications/morning.ts";
import type { ImportedId } from "#lib/core/contract/verifications/verification.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { importInput, verificationSearchInput } from "#lib/core/contract/verifications/verification-input.ts";
import { ruleFor } from "#lib/core/server/need-to-know/policy.ts";
import { addVerifications, knownTags, knownVerifications } from "#lib/core/server/refresh/import.ts";
import { listOptions } from "#lib/desk/server/list/counts.ts";
import { listRows, listVerifications } from "#lib/desk/server/list/list.ts";
import { nearSpellings } from "#lib/desk/server/list/near.ts";
import { getOverview as readOverview } from "#lib/desk/server/list/overview.ts";
import { readMorning } from "#lib/desk/server/review/morning.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { filterQuery, PAGE_OR_ROWS } from "#lib/platform/server/http/page-parameters.ts";
import { outcomesResponse } from "#lib/platform/server/http/responses.ts";

export const getVerificationChoices = route(
  "GET /api/choices/verifications",
  { access: "verifications.read" },
  async ({ session }) => listOptions(database(), await ruleFor(session.user.role)),
);

/**
 * Adds verifications by their ids, since the service lists none from before our webhook existed (design §5). Answers a
 * line for each id in the order of completion. Known ids and tags of known files are not read.
 */
export const postVerificationImport = route(
  "POST /api/imports/verifications",
  {
    access: "verifications.import",
    audit: "verifications.imported",
    perMinute: 60,
    body: importInput,
    maxBodyBytes: 512 * 1024,
  },
  async ({ request, body, audit, actor }) => {
    const ids = [...new Set(body.ids)];
    const known = await knownVerifications(ids);
    const unknown = ids.filter((id) => !known.has(id));
    const tags = await knownTags(unknown);
    const counts = { added: 0, known: 0, tag: 0, not_found: 0, failed: 0 };
    const facts = { asked: ids.length };
    return outcomesResponse<ImportedId>({ caller: request.signal, audit, counts, facts }, (send, signal) => {
      for (const verification_id of known) send({ verification_id, outcome: "known" });
      for (const verification_id of tags) send({ verification_id, outcome: "tag" });
      const asked = unknown.filter((id) => !tags.has(id));
      return addVerifications(asked, send, { signal, actor });
    });
  },
);

/** The user's tasks, and the news since a time: an instant, a day in UTC, or `last_visit`. */
export const getMorning = route(
  "GET /api/morning",
  { access: "reviews.read", query: filterQuery(MORNING) },
  ({ query: { filter }, session }) => readMorning(session.user.id, filter.since),
);

export const getOverview = route("GET /api/overview", { access: "overview.read" }, () => readOverview());

/**
 * The list, filtered by text that may not stand in an address (design §9). A read by POST, since a title may name a
 * person; live refetches of the list are no user activity.
 */
export const postVerificationSearch = route(
  "POST /api/searches/verifications",
  { access: "verifications.read", audit: null, perMinute: 600, body: verificationSearchInput, idle: true },
  async ({ body: { filter, rows, ...page }, session }) => {
    const userId = session.user.id;
    if (rows) return listRows({ filter, userId, ...rows });
    const list = await listVerifications({ filter, userId, ...page });
    return list.total === 0 ? { ...list, near: await nearSpellings(filter, userId) } : list;
  },
);

/** A page of the list, or its rows for given files. */
export const getVerifications = route(
  "GET /api/verifications",
  { access: "verifications.read", token: true, query: filterQuery(VERIFICATION_FILTER, PAGE_OR_ROWS) },
  async ({ query: { filter, id: ids, until, total, ...page }, user }) => {
    const userId = user.id;
    return ids ? listRows({ filter, userId, ids, until, total }) : listVerifications({ filter, userId, ...page });
  },
);
