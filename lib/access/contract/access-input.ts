import { z } from "zod";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { nextPath } from "./next-path.ts";
import { passkeyAnswer } from "./passkey.ts";
import { CONSENT_ACTIONS, PASSWORD_MAX } from "./user.ts";

/** A password as typed; the rules for new passwords have error codes of their own. */
const givenPassword = z.string().min(1).max(PASSWORD_MAX);

/** A person's name, typed or from a provider, without control characters: these would change the text around the name. */
export const personName = z.string().overwrite(shownText).min(1).max(200);

/** Six digits of the authenticator, or a recovery code, as typed. */
const secondFactorCode = z.string().trim().min(1).max(50);

/** Body of `POST /api/users`; without a password the person is invited by a link. */
export const newUser = z.strictObject({
  email: z.string().trim().pipe(z.email().max(320)),
  name: personName,
  role: z.enum(ROLES),
  password: givenPassword.optional(),
});
export type NewUser = z.infer<typeof newUser>;

/** Body of `PATCH /api/users/{id}`. */
export const userChange = z
  .strictObject({
    name: personName.optional(),
    role: z.enum(ROLES).optional(),
    disabled: z.boolean().optional(),
    /** The new assignee of reviews of an account that may no longer decide; null unassigns them, absent leaves them. */
    reviews_to: z.uuid().nullable().optional(),
  })
  .refine((change) => Object.keys(change).length > 0);
export type UserChange = z.infer<typeof userChange>;

/** For a user with a second factor: its code or a passkey. */
const secondFactor = { code: secondFactorCode.optional(), passkey: passkeyAnswer.optional() };

/** Body of `POST /api/session`. */
export const credentials = z.strictObject({
  email: z.string().trim().min(1).max(320),
  password: givenPassword,
  ...secondFactor,
});
export type Credentials = z.infer<typeof credentials>;

/** Body of `POST /api/session/step-up`: the password of the signed-in user again. */
export const confirmation = z.strictObject({ password: givenPassword, ...secondFactor });
export type Confirmation = z.infer<typeof confirmation>;

/** Body of `POST /api/consent/requests`. */
export const newConsentRequest = z.strictObject({ user_id: z.uuid(), action: z.enum(CONSENT_ACTIONS) });
export type NewConsentRequest = z.infer<typeof newConsentRequest>;

/** Form of `POST /api/session/oidc/logout`. */
export const logoutForm = z.object({
  logout_token: z
    .string()
    .min(1)
    .max(16 * 1024),
});

/** Query of `GET /api/session/oidc`: `window=1` in a second window, while the page waits. */
export const providerQuery = z.strictObject({
  next: nextPath.default(null),
  window: z.literal("1").optional().transform(Boolean),
});

/** Body of `PUT /api/settings/passwords`: the admin who keeps a password. */
export const passwordSwitch = z.strictObject({ user_id: z.uuid() });

export const passwordChange = z.strictObject({
  current_password: givenPassword,
  new_password: givenPassword,
  ...secondFactor,
});
export type PasswordChange = z.infer<typeof passwordChange>;

/** Body of `POST /api/account/notices`: the notices shown. */
export const noticesSeen = z.strictObject({ ids: z.array(z.uuid()).min(1).max(10) });

export const enrolmentConfirmation = z.strictObject({ code: secondFactorCode });

/** The token travels in the address's fragment and in a body, never in a request line. */
const token = z.string().min(20).max(100);

export const linkToken = z.strictObject({ token });

/** Body of `POST /api/users/link-mails`. */
export const linkMailInput = z.strictObject({ token, locale: z.enum(LOCALES) });

export const linkAcceptance = z.strictObject({ token, name: personName.optional(), password: givenPassword });
export type LinkAcceptance = z.infer<typeof linkAcceptance>;

export const setupInput = z.strictObject({
  token,
  email: z.email().max(320),
  name: personName,
  password: givenPassword,
});
export type SetupInput = z.infer<typeof setupInput>;
