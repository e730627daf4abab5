import { ofAccount } from "./account.ts";
import { answered } from "./answered.ts";
import { approvalAsked, approvalGiven, approvalRefused } from "./approval.ts";
import { arcoDue } from "./arco-due.ts";
import { assigned } from "./assigned.ts";
import { dueToday, overdue } from "./due.ts";
import { handedOver } from "./handed-over.ts";
import type { NoticeKind } from "./kind.ts";
import { mentioned } from "./mentioned.ts";
import { overtaken } from "./overtaken.ts";

/** Every kind of notice but the alerts. */
export const NOTICE_KINDS: readonly NoticeKind[] = [
  assigned,
  handedOver,
  mentioned,
  dueToday,
  overdue,
  overtaken,
  answered,
  approvalAsked,
  approvalGiven,
  approvalRefused,
  arcoDue,
  ...ofAccount,
];
