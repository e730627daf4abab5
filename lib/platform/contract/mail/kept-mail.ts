import type { Instant } from "#lib/platform/contract/time.ts";

/** A mail that was kept instead of sent: with the embedded service and without a mail server. */
export type KeptMail = {
  mail_id: number;
  at: Instant;
  /** The file that the mail is about. */
  verification_id: string | null;
  to: string;
  reply_to: string | null;
  subject: string;
  /** Without one-time links. */
  text: string;
};

export type KeptMails = { items: KeptMail[] };
