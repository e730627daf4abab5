import { importStatements, undoImport } from "#lib/desk/server/statements/import.ts";
import { previewDates } from "#lib/desk/server/statements/preview.ts";
import { stateAbout } from "#lib/desk/server/statements/state.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { forbidden } from "#lib/platform/server/base/errors.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { importUndo, statementsImport } from "#lib/statements/contract/import-input.ts";
import { datesPreview } from "#lib/statements/contract/policy-input.ts";
import { statementInput } from "#lib/statements/contract/statement-input.ts";
import { authorOf, readHistory } from "#lib/statements/server/table.ts";

/** What people stated about a file, newest first; empty for an unknown file. */
export const getStatements = route(
  "GET /api/verifications/{verification_id}/statements",
  { access: "verifications.read" },
  async ({ params }) => ({ items: await readHistory(database().pool, params.verification_id) }),
);

/** Adds a statement about a file. Service tokens state dates and relationships; checks are a decider's. */
export const postStatements = route(
  "POST /api/verifications/{verification_id}/statements",
  { access: "statements.write", token: true, audit: "statement.made", perMinute: 120, body: statementInput },
  async ({ params, body, session, tokenName, audit }) => {
    if (body.kind === "yearly_check" && !(session && may(session.user.role, "reviews.decide"))) throw forbidden();
    const author = session
      ? authorOf(session.user)
      : { user_id: null, user_name: null, source: `system: ${tokenName}` };
    const { statement_id } = await stateAbout(params.verification_id, body, author);
    audit.add({ after: { kind: body.kind, statement_id } });
    return json({ statement_id }, 201);
  },
);

/** Reads rows of a sheet as statements; a dry run stores nothing, and the trail counts what a run stored. Checks are a decider's. */
export const postStatementsImport = route(
  "POST /api/imports/statements",
  {
    access: "statements.write",
    audit: "statements.imported",
    perMinute: 60,
    body: statementsImport,
    // 500 rows of the longest cells, also with accents.
    maxBodyBytes: 2 * 1024 * 1024,
  },
  async ({ body, session, audit }) => {
    const checks = body.rows.some(({ last_check }) => last_check);
    if (checks && !may(session.user.role, "reviews.decide")) throw forbidden();
    const answer = await importStatements(body, session.user);
    const imported = answer.rows.filter(({ outcome }) => outcome === "imported").length;
    audit.add({ after: { dry_run: body.dry_run, rows: body.rows.length, imported } });
    return answer;
  },
);

/** Withdraws the statements of the caller's own import of the last day. */
export const postStatementsUndo = route(
  "POST /api/imports/statements/undo",
  { access: "statements.write", audit: "statements.withdrawn", perMinute: 20, body: importUndo },
  async ({ body, session, audit }) => {
    const answer = await undoImport(body.import_id, session.user);
    audit.add({ after: answer });
    return answer;
  },
);

/** How many files proposed rules would make due. A read by POST, so it has no entry. */
export const postReviewPreview = route(
  "POST /api/settings/review/preview",
  { access: "reviews.policy", audit: null, perMinute: 20, body: datesPreview },
  ({ body }) => previewDates(body),
);
