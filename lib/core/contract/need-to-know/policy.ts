import { SEARCH_REASONS } from "#lib/core/contract/people/people-search.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Role } from "#lib/platform/manifest.ts";

/** The policy of need to know: the data of a person shown to each role, and the roles that give a reason. No zod, so that pages may import it. */

export const CURP_SHOWN = ["whole", "shortened", "none"] as const;
export type CurpShown = (typeof CURP_SHOWN)[number];

export type RoleRule = {
  curp: CurpShown;
  birth_date: boolean;
  /** The PDF of the CURP; a role without the permission `documents.open` opens none in any case. */
  pdf: boolean;
};

export const REASON_ASKED = ["never", "support", "always"] as const;
export type ReasonAsked = (typeof REASON_ASKED)[number];

/** `GET /api/settings/need-to-know`. Version 0 is the default of a new installation. */
export type NeedToKnow = { version: number; roles: Record<Role, RoleRule>; reason: ReasonAsked };

const SHOWS_ALL: RoleRule = { curp: "whole", birth_date: true, pdf: true };

export const FIRST_NEED_TO_KNOW: NeedToKnow = {
  version: 0,
  roles: { compliance: SHOWS_ALL, support: SHOWS_ALL, admin: SHOWS_ALL, auditor: { ...SHOWS_ALL, pdf: false } },
  reason: "never",
};

/** No part of a rule shows what another hides: a whole CURP has the date of birth, and the PDF shows the whole CURP. */
export const isConsistent = ({ curp, birth_date, pdf }: RoleRule): boolean =>
  (curp !== "whole" || birth_date) && (!pdf || curp === "whole");

/** The rule, with less shown where its parts contradict each other. */
export const consistent = (rule: RoleRule): RoleRule => ({
  curp: rule.curp === "whole" && !rule.birth_date ? "shortened" : rule.curp,
  birth_date: rule.birth_date,
  pdf: rule.pdf && rule.birth_date && rule.curp === "whole",
});

export const asksForReason = ({ reason }: Pick<NeedToKnow, "reason">, role: Role): boolean =>
  reason === "always" || (reason === "support" && role === "support");

/** Reasons for opening a person, of which `words` is written by the user. */
export const OPENING_REASONS = [...SEARCH_REASONS, "words"] as const;
export type OpeningReason = (typeof OPENING_REASONS)[number];

/** In UTF-16 code units. */
export const MAX_REASON_WORDS = 300;
/** For how long a reason holds for the same user and person. */
export const REASON_MINUTES = 60;

/**
 * An opening of a person, a file or a delivery, or a search that showed people of the same file. A call by a service
 * token has `token` for `user`; `name` is null once the account is deleted.
 */
export type Opening = {
  at: Instant;
  action: "people.opened" | "people.searched" | "curp_pdf.opened" | "verification.opened" | "delivery.opened";
  user: { email: string; name: string | null } | null;
  token: string | null;
  /** The reason, if the policy of need to know asked for it; `words` if the user wrote it. */
  reason: OpeningReason | null;
  words: string | null;
};

/**
 * `GET /api/verifications/{id}/openings` and `GET /api/verifications/{id}/people/{people_id}/openings`: the last few, newest
 * first; of searches each user's last.
 */
export type Openings = { items: Opening[] };
