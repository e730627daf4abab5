import type { NodemailerError } from "nodemailer";

/** Why a mail did not leave. */
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

/** A mail that the server did not take. Its message names neither addresses nor text. */
export class MailError extends Error {
  override name = "MailError";
  readonly [BRAND] = true;
  readonly code: MailErrorCode;
  /** Whether the same mail would be refused again. */
  readonly permanent: boolean;
  /** Of the SMTP answer, if there was one. */
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

  /** By a mark, since Next bundles several copies of this class. */
  static override [Symbol.hasInstance](value: unknown): value is MailError {
    return value instanceof Error && BRAND in value;
  }
}

const MAX_ANSWER = 500;

/** A text as one line of bounded length. */
export const onOneLine = (text: string, most: number): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, most);

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

/** Sign-in, its absence, and encryption: settings that an admin corrects, after which the same mail may leave. */
const OF_THE_SETTINGS = [454, 523, 524, 530, 534, 535, 538];

/** A failure of nodemailer in our terms (RFC 5321, section 4.2.1: 5yz is permanent). */
export function mailErrorOf(error: unknown): MailError {
  const { code = "", command = "", responseCode, response, permanent = false } = error as NodemailerError;
  const refusal = REFUSALS[command];
  if (responseCode && refusal && !OF_THE_SETTINGS.includes(responseCode)) {
    return new MailError(refusal, { permanent, status: responseCode, answer: response ?? null, cause: error });
  }
  const isSignIn = responseCode && OF_THE_SETTINGS.includes(responseCode);
  const kind = isSignIn ? "sign_in" : isOfCertificate(error) ? "tls" : (WITHOUT_ANSWER[code] ?? "connection");
  return new MailError(kind, {
    permanent: false,
    status: responseCode ?? null,
    answer: response ?? null,
    cause: error,
  });
}

/** TLS from the first byte fails as any socket does; the words are OpenSSL's and Node's. */
const isOfCertificate = (error: unknown): boolean =>
  error instanceof Error && /certificate|altnames|\bSSL\b|\bTLS\b/i.test(error.message);
