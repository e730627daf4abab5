import { z } from "zod";
import type { Role } from "#lib/platform/manifest.ts";
import { personName as name } from "./access-input.ts";

/** If the groups of a person give several roles, the first one of this list counts. */
const PRECEDENCE: readonly Role[] = ["admin", "compliance", "support", "auditor"];

/** The role of a claim, which is a text or a list of texts; null where none of its values is mapped. */
export function roleOfClaim(value: unknown, roles: Readonly<Record<string, Role>>): Role | null {
  const values = new Set(Array.isArray(value) ? value : [value]);
  const given = Object.entries(roles).flatMap(([name, role]) => (values.has(name) ? [role] : []));
  return PRECEDENCE.find((role) => given.includes(role)) ?? null;
}

/**
 * Values of `amr` that state a factor besides knowledge: RFC 8176, `fido` of Entra ID, and the address by which AD FS names
 * a sign-in with several factors.
 */
const SECOND_FACTORS: ReadonlySet<unknown> = new Set([
  ...["mfa", "mca", "otp", "sms", "tel", "hwk", "swk", "pop", "sc", "face", "fpt", "iris", "retina", "vbm", "fido"],
  "http://schemas.microsoft.com/claims/multipleauthn",
]);

/**
 * Whether `amr`, a text or a list of texts, fails to state a second factor: any value that is not understood counts as
 * one factor. A provider that sends no `amr` has its own policy. `acr` is not read, since each provider numbers its levels.
 */
export const isSingleFactor = (amr: unknown): boolean =>
  amr !== undefined && ![amr].flat().some((method) => SECOND_FACTORS.has(method));

const email = z.string().trim().pipe(z.email().max(320));

/** Values of `email_verified` for a verified address: the text is what AWS Cognito and Apple send. Entra ID sends no value. */
const VERIFIED: readonly unknown[] = [true, "true", undefined];

/**
 * The address and name for a new account from a provider; null without an address, and for an address that the provider
 * does not state as verified. Entra ID sends the address of an account without a mailbox as `preferred_username` alone.
 */
export function personOfClaims(claims: Readonly<Record<string, unknown>>): { email: string; name: string } | null {
  if (!VERIFIED.includes(claims.email_verified)) return null;
  const address = [claims.email, claims.preferred_username].map((value) => email.safeParse(value).data);
  const found = address.find((value) => value !== undefined);
  return found === undefined ? null : { email: found, name: name.safeParse(claims.name).data ?? found };
}

/**
 * The address and name of a known person at a sign-in, null where the provider states none. To replace the address of an
 * account, the provider must state it as verified; `preferred_username` may be no address of the person.
 */
export const changesOfClaims = (claims: Readonly<Record<string, unknown>>) => ({
  email: email.safeParse(claims.email).data ?? null,
  isVerified: claims.email_verified === true || claims.email_verified === "true",
  name: name.safeParse(claims.name).data ?? null,
});

/** Why a sign-in by the provider failed. */
export const SIGN_IN_PROBLEMS = [
  "cancelled",
  "expired",
  "unavailable",
  "invalid",
  "no_match",
  "no_role",
  "no_email",
  "email_taken",
  "disabled",
  "second_factor",
  "other_person",
  "linked_elsewhere",
  "signed_out",
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** The parameter `problem` of the pages that show why a sign-in failed. */
export const signInProblem = z.enum(SIGN_IN_PROBLEMS).nullable().catch(null);
