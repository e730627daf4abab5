import { createTransport } from "nodemailer";
import { senderOf } from "#lib/platform/contract/mail/address.ts";
import type { Env } from "#lib/platform/server/base/env.ts";
import { isLoopback } from "#lib/platform/server/base/env-values.ts";

export type Mail = {
  to: string;
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html?: string | undefined;
  /** False for a mail that a person has written; other mails get an `Auto-Submitted` header. */
  automatic?: boolean;
  /** The first part of the Message-ID: a mail sent again under it is recognised as the same. Random by default. */
  id?: string;
  /** The file that the mail is about; a kept mail is erased with its file. */
  verification_id?: string;
  /** A part of the text, such as a one-time link, that is never stored. */
  secret?: string;
};

type CheckedMail = Omit<Mail, "verification_id" | "secret"> & { id: string; automatic: boolean };

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 20_000;
/** For a mail in all: a server may answer a byte at a time. */
const TOTAL_TIMEOUT_MS = 45_000;

/** The mail server and the sender's address; null without `SMTP_URL`. */
export function smtpSettings({ SMTP_URL, MAIL_FROM = "" }: Pick<Env, "SMTP_URL" | "MAIL_FROM">) {
  const from = senderOf(MAIL_FROM);
  if (!SMTP_URL || !from) return null;
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : secure ? 465 : 587,
    /** TLS from the first byte; otherwise STARTTLS. */
    secure,
    /** Only a relay on this machine may do without TLS. */
    tlsRequired: !isLoopback(hostname),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    from,
  };
}

type SmtpSettings = NonNullable<ReturnType<typeof smtpSettings>>;

/** Hands a mail, whose addresses have been checked, to the server and returns the answer; throws nodemailer's errors. */
export async function sendBySmtp(mail: CheckedMail, settings: SmtpSettings): Promise<string> {
  const { tlsRequired, user, password, from, ...server } = settings;
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  const transport = createTransport({
    ...server,
    requireTLS: tlsRequired && !server.secure,
    ignoreTLS: !tlsRequired && !server.secure,
    ...(user && { auth: { user, pass: password } }),
    // Hides the name of this machine.
    name: domain,
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2" },
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { response } = await transport.sendMail({
      messageId: `<${mail.id}@${domain}>`,
      from,
      to: { name: "", address: mail.to },
      ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
      subject: mail.subject,
      text: mail.text,
      ...(mail.html && { html: mail.html }),
      // Vacation notices answer no mail of a program (RFC 3834).
      ...(mail.automatic && { headers: { "Auto-Submitted": "auto-generated" } }),
      xMailer: false,
      signal: AbortSignal.timeout(TOTAL_TIMEOUT_MS),
    });
    return response;
  } finally {
    transport.close();
  }
}
