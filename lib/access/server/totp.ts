import { Secret, TOTP } from "otpauth";

/*
 * Time-based one-time passwords (RFC 6238) with the defaults of authenticators, which are those of otpauth too: SHA-1, six
 * digits, steps of 30 s, a secret of 160 random bits.
 */

/** A new secret in base32, which a person can type into an authenticator. */
export const newTotpSecret = (): string => new Secret().base32;

/**
 * The time step of a code at a time in Unix seconds; null for a wrong code. Typing and transport take time (RFC 6238, 5.2):
 * the previous step counts too, a future step never. Both are computed for every code, so that the time of the answer
 * shows nothing.
 */
export function stepOfCode(secret: string, code: string, seconds: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret });
  const times = [(seconds - totp.period) * 1_000, seconds * 1_000];
  const matching = times.filter((timestamp) => totp.validate({ token: code, timestamp, window: 0 }) !== null);
  const [timestamp] = matching.slice(-1);
  return timestamp === undefined ? null : totp.counter({ timestamp });
}

/** The content of the QR code, in the form that authenticators agree on. */
export const totpUri = (secret: string, account: string, issuer: string): string =>
  new TOTP({ secret, label: account, issuer }).toString();
