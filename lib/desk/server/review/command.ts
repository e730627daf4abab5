import type { Review } from "#lib/core/contract/verifications/review.ts";
import {
  approved,
  type Context,
  changed,
  type Outcome,
  REFUSALS,
  type Refusal,
  ratified,
  undone,
} from "#lib/desk/contract/review/commands.ts";
import type { Basis, HandledItem } from "#lib/desk/contract/review/facts.ts";
import type { LogKind } from "#lib/desk/contract/review/log.ts";
import type { ReviewChange } from "#lib/desk/contract/review/review-input.ts";
import type { Entry, StoredReview } from "#lib/desk/contract/review/transitions.ts";
import { writeNote } from "#lib/desk/server/notes/notes.ts";
import { noReview, readReviews, revisionOfVersion, versionOf } from "#lib/desk/server/review-log/reviews.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { addMs, type Instant } from "#lib/platform/contract/time.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { CotejoError, forbidden, invalid, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import {
  addEntry,
  applyRules,
  clearGoneAssignee,
  DECIDES,
  type HeldReview,
  holdReview,
  isAssignable,
  writeReview,
} from "./evaluate.ts";
import { prepareFacts } from "./facts.ts";
import type { LogEntry } from "./log.ts";
import { pdfsSinceAssignment } from "./opened-pdfs.ts";
import { compareShown } from "./shown.ts";
import { rowOf } from "./stored.ts";

/** The acting user, from the session. */
export type Reviewer = Pick<SessionUser, "name" | "role"> & { id: string };

/** The outcome of a step, and further fields of its log entries. */
type StepResult = { outcome: Outcome; more?: (entry: Entry) => Partial<LogEntry> };

/** A change of a review: without `version` of any version; without `state` the state stays. */
export type Change = Omit<ReviewChange, "version" | "state"> & Partial<Pick<ReviewChange, "version" | "state">>;

/** Changes a review (`PUT /api/verifications/{id}/review`) on the current facts, and returns it. */
export const changeReview = async (
  verification_id: string,
  change: Change,
  user: Reviewer,
  db?: Pooled,
): Promise<Review> => (await makeChange(verification_id, change, user, db)).review;

/**
 * Like `changeReview`; also returns whether the step changed the review. Without `mayPropose` a step that needs a second
 * person is refused.
 */
export const makeChange = (
  verification_id: string,
  change: Change,
  user: Reviewer,
  db?: Pooled,
  mayPropose = true,
): Promise<Answered> =>
  answeredCommand(
    verification_id,
    change.version ?? null,
    user,
    async (held, context, tx) => {
      const step = await stepOf(tx, held, change, user, context);
      const proposes = "review" in step.outcome && step.outcome.entries.some(({ kind }) => PROPOSES.has(kind));
      return proposes && !mayPropose ? { outcome: { refused: "SECOND_PERSON_REQUIRED" } } : step;
    },
    db,
    change.state === "resolved" || change.state === "approval",
  );

const PROPOSES: ReadonlySet<LogKind> = new Set(["submitted", "reopening_proposed"]);

/** `POST …/review/ratification`. */
export const ratifyReview = (
  verification_id: string,
  version: string,
  user: Reviewer,
  db?: Pooled,
  reason?: string,
): Promise<Review> =>
  command(
    verification_id,
    version,
    user,
    (held, context) => ({
      outcome: ratified(held.review, context, reason),
      more: () => ({ reason: reason ?? null }),
    }),
    db,
  );

const SUBMISSION = `
  SELECT reason_code FROM review_log WHERE verification_id = $1 AND kind = 'submitted' ORDER BY id DESC LIMIT 1`;

/** `POST …/review/approval`. An approval has the reason code of the proposal and the approver's text. */
export const answerApproval = (
  verification_id: string,
  { version, approve, reason = null }: { version: string; approve: boolean; reason?: string | null | undefined },
  user: Reviewer,
  db?: Pooled,
): Promise<Review> =>
  command(
    verification_id,
    version,
    user,
    async (held, context, tx) => {
      const { rows } = await tx.query<Pick<LogEntry, "reason_code">>(SUBMISSION, [verification_id]);
      const reason_code = approve && held.review.submitted ? (rows[0]?.reason_code ?? null) : null;
      return { outcome: approved(held.review, approve, context), more: () => ({ reason_code, reason }) };
    },
    db,
  );

/** A page offers the undo for ten seconds after the answer, which may come late, and then asks for a confirmation. */
const UNDO_MS = 60_000;

const LAST_ENTRY = `
  SELECT id, at, kind, user_id, before FROM review_log WHERE verification_id = $1
  ORDER BY at DESC, user_id IS NULL, id DESC LIMIT 1`;
type LastEntry = { id: number; at: Instant; kind: LogKind; user_id: string | null; before: StoredReview | null };
const NOTHING_TO_UNDO: StepResult = { outcome: { refused: "NOTHING_TO_UNDO" } };

/** `POST …/review/undo`: undoes the user's last step, within a minute and without a later one. */
export const undoReview = (
  verification_id: string,
  version: string,
  user: Reviewer,
  db?: Pooled,
  withinMs = UNDO_MS,
): Promise<Review> =>
  command(
    verification_id,
    version,
    user,
    async (held, context, tx) => {
      // Entries that the rules wrote within the step have the step's time and sort after it. A later entry of the rules
      // sorts first, so that the step cannot be undone.
      const [last] = (await tx.query<LastEntry>(LAST_ENTRY, [verification_id])).rows;
      if (!last?.before || last.at < addMs(context.now, -withinMs) || held.log.length > 0) return NOTHING_TO_UNDO;
      const { id, kind, user_id: by, before } = last;
      return { outcome: undone({ kind, by, before }, context), more: () => ({ undoes: id }) };
    },
    db,
  );

/**
 * Runs one step of a user on a review, on the current facts, in one transaction. New facts without a relevant
 * difference (people read for the first time and found) do not refuse the step: the decision then rests on the shown
 * facts. Throws NOT_FOUND, STALE_REVIEW for relevant changes, and refusals of the step.
 */
const command = async (...asked: Parameters<typeof answeredCommand>): Promise<Review> =>
  (await answeredCommand(...asked)).review;

type Answered = { review: Review; changed: boolean };

/** Like `command`; also returns whether the step changed the review. Without a `version`, of any version. */
export async function answeredCommand(
  verification_id: string,
  version: string | null,
  user: Reviewer,
  step: (held: HeldReview, context: Context, tx: Client) => StepResult | Promise<StepResult>,
  { pool }: Pooled = database(),
  needsFacts = true,
): Promise<Answered> {
  await prepareFacts({ pool });
  const result = await inTransaction(pool, async (tx) => {
    const held = await holdReview(tx, verification_id);
    if (!held) throw notFound("This verification");
    const current = currentVersion(held);
    const { facts, policy, now } = held;
    let shown: Basis | undefined;
    if (version !== null && !isShown(version, current, needsFacts)) {
      const now = { version: current, bases: held.row?.bases ?? [], facts, policy };
      const { same, differences, basis } = compareShown(version, now);
      if (!same) {
        await writeReview(tx, held);
        return { stale: await storedReview(tx, held), differences };
      }
      shown = basis;
    }
    const { outcome, more } = await step(held, { facts, policy, now, user_id: user.id, shown }, tx);
    if ("refused" in outcome) throw refusal(outcome.refused);
    const decides = outcome.entries.some(({ kind }) => DECIDES.has(kind));
    const pdfs = decides ? await pdfsSinceAssignment(tx, verification_id, user.id) : null;
    const was = held.review;
    held.review = await clearGoneAssignee(tx, was, outcome.review);
    for (const entry of outcome.entries) {
      const opened = DECIDES.has(entry.kind) ? { pdfs } : {};
      addEntry(held, entry, user, { ...more?.(entry), ...opened, before: was });
    }
    if (!held.incomplete) await applyRules(tx, held);
    await writeReview(tx, held);
    return { review: await storedReview(tx, held), changed: outcome.entries.length > 0 };
  });
  if (result.review) return result;
  throw new CotejoError("STALE_REVIEW", 409, "The review or its facts have changed since they were shown.", {
    details: { review: result.stale, differences: result.differences },
  });
}

/** The step of a change, checked against the policy. */
async function stepOf(
  tx: Client,
  held: HeldReview,
  { version, note, ...given }: Change,
  user: Reviewer,
  context: Context,
): Promise<StepResult> {
  const { review } = held;
  const change = { ...given, state: given.state ?? review.state ?? ("open" as const) };
  const { assignee, state, ...rest } = change;
  if (!may(user.role, "reviews.decide")) {
    const assigns = state === (review.state ?? "open") && Object.values(rest).every((value) => value === undefined);
    if (!assigns) throw forbidden();
  }
  const { resolution, reason_code = null, reason = null, handled = [], request = [] } = change;
  const known = held.policy.catalogue.some(
    (entry) => entry.code === reason_code && entry.for.some((one) => one === resolution),
  );
  if (reason_code !== null && !known) throw invalid("Invalid reason_code.");
  if (assignee) await assertAssignable(tx, assignee);
  if (note !== undefined) {
    const isHanded = assignee !== review.assignee;
    // Some files of a bulk change may be the assignee's already: they need no note.
    if (!assignee || (!isHanded && version !== undefined)) throw invalid("Invalid note.");
    // Note and log entry have the same time, by which the notifier recognises them as one step.
    const handed = { verification_id: held.verification_id, kind: "general", text: note } as const;
    if (isHanded) await writeNote(tx, handed, user.id, held.now);
  }
  return {
    outcome: changed(review, change, context),
    more: ({ kind }) => ({
      ...(kind === "handled" ? { handled: handledItems(held, handled) } : {}),
      ...(kind === "waited" ? { request } : {}),
      ...(kind === "handled" || kind === "assigned" ? {} : { reason_code, reason }),
    }),
  };
}

const handledItems = ({ facts }: HeldReview, ids: readonly number[]): HandledItem[] =>
  facts.items
    .filter(({ item_id }) => ids.includes(item_id))
    .map(({ item_id, item_type, item_error }) => ({ item_id, item_type, item_error }));

/** The version that the review would have if it were stored now. */
const currentVersion = (held: HeldReview): string =>
  held.row === null && held.review.state === null
    ? versionOf(0, held.digest)
    : versionOf(rowOf(held, held.review, held).revision, held.digest);

const storedReview = async (tx: Client, { verification_id, digest }: HeldReview): Promise<Review> =>
  (await readReviews(tx, [verification_id])).get(verification_id) ?? noReview(digest);

/** In lists, a file without a review has a version without facts, which is enough for every step but a decision. */
const isShown = (version: string, current: string, needsFacts: boolean): boolean =>
  version === current || (!needsFacts && version === versionOf(0, "") && revisionOfVersion(current) === 0);

export async function assertAssignable(tx: Client, assignee: string): Promise<void> {
  if (!(await isAssignable(tx, assignee))) throw invalid("Invalid assignee.");
}

function refusal(refused: Refusal): CotejoError {
  const [status, message] = REFUSALS[refused];
  const code = { 400: "VALIDATION_ERROR", 403: "FORBIDDEN", 409: "CONFLICT" } as const;
  return new CotejoError(isNamed(refused) ? refused : code[status], status, message);
}

/** Refusals with a code of their own in answers. */
const NAMED = ["ALREADY_RESOLVED", "SECOND_PERSON_REQUIRED", "NOT_FOR_BULK"] as const;
const isNamed = (refused: Refusal): refused is (typeof NAMED)[number] => NAMED.some((one) => one === refused);
