import { z } from "zod";
import type { Role } from "./user.ts";

/** If the groups of a person give several roles, the first one of this list counts. */
const PRECEDENCE: readonly Role[] = ["admin", "compliance", "support", "auditor"];

/** The role of a claim, which is a text or a list of texts; null where none of its values is mapped. */
export function roleOfClaim(value: unknown, roles: Readonly<Record<string, Role>>): Role | null {
  const values = new Set(Array.isArray(value) ? value : [value]);
  const given = Object.entries(roles).flatMap(([name, role]) => (values.has(name) ? [role] : []));
  return PRECEDENCE.find((role) => given.includes(role)) ?? null;
}

/**
 * Methods of `amr` (RFC 8176) that are no second factor: knowledge, and circumstances of the sign-in that prove nothing
 * by themselves.
 */
const ONE_FACTOR = new Set(["pwd", "pin", "kba", "user", "rba", "geo", "wia"]);

/** Whether the provider states that it asked for one factor alone. A provider without such a statement has its own policy. */
export const isSingleFactor = (amr: unknown): boolean =>
  Array.isArray(amr) && amr.length > 0 && amr.every((method) => ONE_FACTOR.has(String(method)));

const email = z.string().trim().pipe(z.email().max(320));
const name = z.string().trim().min(1).max(200);

/**
 * The address and name for a new account from a provider; null without an address, and for an address that the provider
 * has not verified. Entra ID sends the address of an account without a mailbox as `preferred_username` alone.
 */
export function personOfClaims(claims: Readonly<Record<string, unknown>>): { email: string; name: string } | null {
  if (claims.email_verified === false) return null;
  const address = [claims.email, claims.preferred_username].map((value) => email.safeParse(value).data);
  const found = address.find((value) => value !== undefined);
  return found === undefined ? null : { email: found, name: name.safeParse(claims.name).data ?? found };
}

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
