import type { NodemailerError } from "nodemailer";

export type MailErrorCode =
  | "not_configured"
  | "address"
  | "dns"
  | "connection"
  | "timeout"
  | "tls"
  | "sign_in"
  | "sender_refused"
  | "recipient_refused"
  | "message_refused";

const BRAND = Symbol.for("cotejo.mail-error");

type Details = { permanent: boolean; status?: number | null; answer?: string | null; cause?: unknown };

/** An error of a mail that did not leave. Its message names neither addresses nor text. */
export class MailError extends Error {
  override name = "MailError";
  readonly [BRAND] = true;
  readonly code: MailErrorCode;
  /** Whether the same mail would be refused again. */
  readonly permanent: boolean;
  /** Status of the SMTP answer; null without an answer. */
  readonly status: number | null;
  /** The beginning of the SMTP answer, which may quote an address. */
  readonly answer: string | null;

  constructor(code: MailErrorCode, { permanent, status = null, answer = null, cause }: Details) {
    super(status === null ? code : `${code} (${status})`, { cause });
    this.code = code;
    this.permanent = permanent;
    this.status = status;
    this.answer = answer === null ? null : answerOf(answer);
  }

  /** Tests for a mark, since Next bundles several copies of this class. */
  static override [Symbol.hasInstance](value: unknown): value is MailError {
    return value instanceof Error && BRAND in value;
  }
}

const MAX_ANSWER = 500;

export const onOneLine = (text: string, maxLength: number): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, maxLength);

export const answerOf = (response: string): string => onOneLine(response, MAX_ANSWER);

const REFUSALS: Record<string, MailErrorCode> = {
  "MAIL FROM": "sender_refused",
  "RCPT TO": "recipient_refused",
  DATA: "message_refused",
};

const WITHOUT_ANSWER: Record<string, MailErrorCode> = {
  EAUTH: "sign_in",
  ENOAUTH: "sign_in",
  EDNS: "dns",
  ETLS: "tls",
  ETIMEDOUT: "timeout",
  EABORT: "timeout",
};

/** SMTP statuses about sign-in and encryption: after an admin corrects the settings, the same mail may leave. */
const SETTINGS_STATUSES = [454, 523, 524, 530, 534, 535, 538];

/** A failure of nodemailer in our terms (RFC 5321, section 4.2.1: 5yz is permanent). */
export function mailErrorOf(error: unknown): MailError {
  const { code = "", command = "", responseCode, response, permanent = false } = error as NodemailerError;
  const answered = { status: responseCode ?? null, answer: response ?? null, cause: error };
  const refusal = REFUSALS[command];
  const isSignIn = responseCode && SETTINGS_STATUSES.includes(responseCode);
  if (responseCode && refusal && !isSignIn) return new MailError(refusal, { permanent, ...answered });
  const kind = isSignIn ? "sign_in" : isTlsError(error) ? "tls" : (WITHOUT_ANSWER[code] ?? "connection");
  return new MailError(kind, { permanent: false, ...answered });
}

/** With TLS from the first byte, a certificate error is a socket error; the words are OpenSSL's and Node's. */
const isTlsError = (error: unknown): boolean =>
  error instanceof Error && /certificate|altnames|\bSSL\b|\bTLS\b/i.test(error.message);
