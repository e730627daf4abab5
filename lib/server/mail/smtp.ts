import { createTransport } from "nodemailer";
import type { SmtpSettings } from "./smtp-settings.ts";

/** A mail whose addresses have been checked. */
export type CheckedMail = {
  id: string;
  to: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string | undefined;
  automatic: boolean;
};

const CONNECT_MS = 10_000;
const SILENT_MS = 20_000;
/** For a mail in all: a server that answers a byte at a time is given up. */
const WHOLE_MS = 45_000;

/** Hands a mail to the server and returns the answer; throws nodemailer's errors. */
export async function sendBySmtp(mail: CheckedMail, settings: SmtpSettings): Promise<string> {
  const { host, port, secure, tlsRequired, user, password, from } = settings;
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: tlsRequired && !secure,
    ignoreTLS: !tlsRequired && !secure,
    ...(user && { auth: { user, pass: password } }),
    // The name of this machine is nobody's business.
    name: domain,
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2" },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
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
      signal: AbortSignal.timeout(WHOLE_MS),
    });
    return response;
  } finally {
    transport.close();
  }
}
