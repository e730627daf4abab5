import { z } from "zod";
import type { Instant } from "#lib/contract/time.ts";
import type { MadeLink } from "./access-link.ts";

/** From so many active admins on it can be required: one asks, another one agrees while the third may be away. */
export const ADMINS_FOR_CONSENT = 3;

/** What a second admin has to agree to where that is required: each lets an admin act as somebody else, or adds one. */
export const CONSENT_ACTIONS = ["new_link", "remove_second_factor", "make_admin"] as const;
export type ConsentAction = (typeof CONSENT_ACTIONS)[number];

/** Body of `POST /api/consent/requests`. */
export const newConsentRequest = z.strictObject({ user_id: z.uuid(), action: z.enum(CONSENT_ACTIONS) });
export type NewConsentRequest = z.infer<typeof newConsentRequest>;

/** What an admin has asked for, until another one agrees or declines, or it expires. */
export type ConsentRequest = {
  id: string;
  action: ConsentAction;
  /** Whom it is about. */
  name: string;
  email: string;
  /** Email of who has asked. */
  asked_by: string;
  expires_at: Instant;
};

/** Under `consent` of `GET /api/users`. */
export type Consent = {
  /** Null while it is not required. */
  required_since: Instant | null;
  /** Whether there are admins enough to require it. */
  offered: boolean;
  requests: ConsentRequest[];
};

/** `POST /api/consent/requests/{consent_id}`; the link is for the admin who agreed to pass on, answered once. */
export type GivenConsent = { link: MadeLink | null };
