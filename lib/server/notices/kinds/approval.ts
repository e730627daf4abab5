import { may } from "#lib/contract/access/permissions.ts";
import { ROLES } from "#lib/contract/access/user.ts";
import { fileOf, fromLog, LOG_STANDS, type NoticeKind } from "./kind.ts";

const APPROVERS = ROLES.filter((role) => may(role, "reviews.decide"));

/** SQL: the last proposal before the entry `log`. */
const PROPOSAL = `CROSS JOIN LATERAL (
  SELECT user_id FROM review_log AS one WHERE one.verification_id = log.verification_id AND one.id < log.id AND one.kind = 'submitted'
  ORDER BY one.id DESC LIMIT 1) AS proposal`;

/** A decision of somebody else awaits approval, which its addressee may give. */
export const approvalAsked: NoticeKind = {
  kind: "approval_asked",
  permission: "reviews.decide",
  find: fromLog(
    "approver.id",
    "log.digest IS NOT NULL AND log.kind = 'submitted'",
    `JOIN users AS approver ON approver.disabled_at IS NULL AND approver.role IN (${APPROVERS.map((role) => `'${role}'`)})`,
  ),
  shown: LOG_STANDS,
  words: {
    en: (by) => (by ? `${by} asks for approval of a decision` : "A decision awaits approval"),
    "es-MX": (by) => (by ? `${by} solicita autorizar un dictamen` : "Un dictamen espera autorización"),
  },
  path: fileOf,
};

/** Somebody else has approved the proposal of its addressee. */
export const approvalGiven: NoticeKind = {
  kind: "approval_given",
  permission: "reviews.read",
  find: fromLog("proposal.user_id", "log.digest IS NOT NULL AND log.kind = 'approved'", PROPOSAL),
  shown: LOG_STANDS,
  words: {
    en: (by) => (by ? `${by} approved your decision` : "Your decision was approved"),
    "es-MX": (by) => (by ? `${by} autorizó tu dictamen` : "Se autorizó tu dictamen"),
  },
  path: fileOf,
};

/** Somebody else has returned the proposal of its addressee. */
export const approvalRefused: NoticeKind = {
  kind: "approval_refused",
  permission: "reviews.read",
  find: fromLog("proposal.user_id", "log.kind = 'returned_by_approver'", PROPOSAL),
  shown: LOG_STANDS,
  words: {
    en: (by) => (by ? `${by} returned your decision` : "Your decision was returned"),
    "es-MX": (by) => (by ? `${by} devolvió tu dictamen` : "Se devolvió tu dictamen"),
  },
  path: fileOf,
};
