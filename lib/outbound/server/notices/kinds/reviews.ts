import { QUEUE_EFFECTS } from "#lib/desk/server/review-log/meaning.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { ENTRY_NOT_UNDONE, fileOf, fromLog, type NoticeKind } from "./kind.ts";

/** SQL: the entry `log` was written together with a note (`lib/desk/server/review/command.ts`). */
const HANDED_NOTE = `EXISTS (SELECT FROM notes WHERE notes.verification_id = log.verification_id
  AND notes.user_id = log.user_id AND notes.created_at = log.at)`;

const APPROVERS = ROLES.filter((role) => may(role, "reviews.decide"));

/** SQL: the last proposal before the entry `log`. */
const PROPOSAL = `CROSS JOIN LATERAL (
  SELECT user_id FROM review_log AS one WHERE one.verification_id = log.verification_id AND one.id < log.id AND one.kind IN ('submitted', 'reopening_proposed')
  ORDER BY one.id DESC LIMIT 1) AS proposal`;

const OF_REVIEW = { permission: "reviews.read", path: fileOf } as const;

export const ofReviews: readonly NoticeKind[] = [
  {
    ...OF_REVIEW,
    // Somebody else has assigned a file to its addressee, without a note.
    kind: "assigned",
    find: fromLog("log.assignee", `${QUEUE_EFFECTS.handed} AND NOT ${HANDED_NOTE}`),
    shown: ENTRY_NOT_UNDONE,
  },
  {
    ...OF_REVIEW,
    // The same, with a note.
    kind: "handed_over",
    find: fromLog("log.assignee", `${QUEUE_EFFECTS.handed} AND ${HANDED_NOTE}`),
    shown: ENTRY_NOT_UNDONE,
  },
  {
    ...OF_REVIEW,
    // Facts have changed on which a decision or proposal of its addressee rests, and brought the file back.
    kind: "overtaken",
    find: fromLog(
      "log.assignee",
      `${QUEUE_EFFECTS.returned} AND (log.kind = 'returned' AND log.reasons @> '{changed}' OR log.kind = 'withdrawn')`,
    ),
  },
  {
    ...OF_REVIEW,
    // The customer has answered, and the file that waited is back with its addressee.
    kind: "answered",
    find: fromLog("log.assignee", "log.kind = 'returned' AND log.reasons && '{answered}'"),
  },
  {
    ...OF_REVIEW,
    // A decision, or the reopening of one, that somebody else proposed awaits approval, which its addressee may give.
    kind: "approval_asked",
    permission: "reviews.decide",
    find: fromLog(
      "approver.id",
      "(log.digest IS NOT NULL AND log.kind = 'submitted' OR log.kind = 'reopening_proposed')",
      `JOIN users AS approver ON approver.disabled_at IS NULL AND approver.role IN (${APPROVERS.map((role) => `'${role}'`)})`,
    ),
    shown: ENTRY_NOT_UNDONE,
  },
  {
    ...OF_REVIEW,
    // Somebody else has approved the proposal of its addressee.
    kind: "approval_given",
    find: fromLog(
      "proposal.user_id",
      `(log.digest IS NOT NULL AND log.kind = 'approved' OR log.kind = 'reopened' AND log.before ->> 'state' = 'approval')`,
      PROPOSAL,
    ),
    shown: ENTRY_NOT_UNDONE,
  },
  {
    ...OF_REVIEW,
    // Somebody else has returned the proposal of its addressee.
    kind: "approval_refused",
    find: fromLog("proposal.user_id", "log.kind = 'returned_by_approver'", PROPOSAL),
    shown: ENTRY_NOT_UNDONE,
  },
];
