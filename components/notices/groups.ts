import type { Notice } from "#lib/contract/notices/notice.ts";

type Group = [Notice, ...Notice[]];

/** Notices by file in the order of their newest one; those about no file are together. */
export function groupsOf(notices: readonly Notice[]): Group[] {
  const groups = new Map<string | null, Group>();
  for (const notice of notices) {
    const known = groups.get(notice.verification_id);
    if (known) known.push(notice);
    else groups.set(notice.verification_id, [notice]);
  }
  return [...groups.values()];
}
