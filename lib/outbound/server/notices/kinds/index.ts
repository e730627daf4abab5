import { datesDue } from "./dates.ts";
import { arcoDue, dueToday, ofAccount, overdue } from "./due.ts";
import type { NoticeKind } from "./kind.ts";
import { mentioned } from "./mentioned.ts";
import { ofReviews } from "./reviews.ts";

/** Every kind of notice but the alerts. */
export const NOTICE_KINDS: readonly NoticeKind[] = [
  ...ofReviews,
  ...[mentioned, dueToday, overdue, datesDue, arcoDue],
  ...ofAccount,
];
