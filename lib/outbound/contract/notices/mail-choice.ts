import type { Locale } from "#lib/platform/contract/preferences.ts";

/** How a person gets notices by mail: each at once, in a digest of each day or of each Monday, or not at all. */
export const MAIL_CHOICES = ["at_once", "daily", "monday", "never"] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** Default: a colleague who seldom signs in learns of the work within a day. */
export const DEFAULT_CHOICE: MailChoice = "daily";

/** Default language of mails. */
export const DEFAULT_LOCALE: Locale = "es-MX";

/** `GET` and `PUT /api/account/notice-mail`. */
export type NoticeMail = {
  choice: MailChoice;
  /** The language of the mails: the reader's when the choice was made. */
  locale: Locale;
  /** Whether this installation sends mails; if not, the choice has no effect. */
  configured: boolean;
};
