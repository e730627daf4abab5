import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/* Time-based one-time passwords (RFC 6238) as authenticators do them by default: SHA-1, six digits, steps of 30 s. */

const STEP_SECONDS = 30;
const DIGITS = 6;
/** People type slowly and codes travel (RFC 6238, 5.2): the step before counts too, one that is yet to come never. */
const STEPS_BEFORE = 1;
/** RFC 4226 asks for 128 bits at least and recommends 160. */
const SECRET_BYTES = 20;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, without padding: what authenticators read. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A fresh secret, in the letters that a person can type into an authenticator. */
export const newTotpSecret = (): string => base32(randomBytes(SECRET_BYTES));

/** HOTP (RFC 4226) of one step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, "0");
}

export const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS);

/** The step whose code this is, at a time in seconds; null where it is none of those that count. */
export function stepOfCode(secret: string, code: string, seconds: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = stepAt(seconds);
  let found: number | null = null;
  for (let step = now - STEPS_BEFORE; step <= now; step++) {
    // All of them, whichever it is: the time of the answer shows nothing.
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) found = step;
  }
  return found;
}

/** The content of the QR code, in the form that authenticators agree on. */
export function totpUri(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
