import type { Instant } from "./time.ts";

/**
 * What the audit trail records, all of it: whoever records something new adds its name here. `people.opened` is the data
 * of people of one verification, wherever a page shows it; `curp_pdf.opened` the PDF of one of them.
 */
export const AUDIT_ACTIONS = ["people.opened", "curp_pdf.opened"] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Somebody's opening of a person; `name` is null once there is no such account any more. */
export type Opening = { at: Instant; action: AuditAction; user: { email: string; name: string | null } };

/** `GET /api/verifications/{id}/people/{people_id}/openings`: the last few, newest first. */
export type Openings = { items: Opening[] };
