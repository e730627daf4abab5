import { type Sender, senderOf } from "#lib/contract/mail/address.ts";
import { type Env, isLoopback } from "#lib/server/base/env.ts";

/** Where mails go out, and under which address. */
export type SmtpSettings = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean;
  /** Only a relay on this machine may do without TLS. */
  tlsRequired: boolean;
  user: string;
  password: string;
  from: Sender;
};

/** The settings of the environment; null without `SMTP_URL`. */
export function smtpSettings({ SMTP_URL, MAIL_FROM = "" }: Pick<Env, "SMTP_URL" | "MAIL_FROM">): SmtpSettings | null {
  const from = senderOf(MAIL_FROM);
  if (!SMTP_URL || !from) return null;
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    tlsRequired: !isLoopback(hostname),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    from,
  };
}
