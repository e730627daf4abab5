import type { Policy, PolicyGroup } from "#lib/access/contract/policies.ts";
import { type Env, env, readEnv } from "#lib/platform/server/base/env.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { readConsent } from "./consent.ts";
import { STEP_UP_SECONDS } from "./sessions.ts";

/** Variables that a page may show: none of them is a secret. */
type DurationVariable =
  | `RETENTION_${"PAYLOADS" | "PEOPLE" | "REFUSALS" | "AUDIT"}_DAYS`
  | "SESSION_IDLE_MINUTES"
  | "SESSION_HOURS"
  | "RECEIVER_MAX_AGE_MINUTES";
type ShownVariable =
  | DurationVariable
  | "SECOND_FACTOR_REQUIRED_FOR"
  | "PASSKEY_REQUIRED_FOR"
  | "RECEIVER_URL"
  | "SERVICE_ADDRESSES"
  | "APP_ORIGIN"
  | "TRUSTED_PROXIES"
  | "RECEIVER_TRUSTED_PROXIES";

/** Every policy of this process, by group, and whether some changes need a second admin's consent. */
export async function readPolicies(connection: Pooled = database(), current: Env = env()): Promise<PolicyGroup[]> {
  const { required_since } = await readConsent(connection);
  return policiesOf(current, required_since !== null);
}

/** The same without the database. */
export function policiesOf(current: Env, consentRequired: boolean): PolicyGroup[] {
  const usual = readEnv({});
  const { keepsDecided } = current;
  const isDefault = (variable: ShownVariable) => JSON.stringify(current[variable]) === JSON.stringify(usual[variable]);
  const by = (name: string, variable: ShownVariable, value: Policy["value"]): Policy => ({
    name,
    value,
    source: { is: "variable", variable, isDefault: isDefault(variable) },
  });
  const duration = (name: string, variable: DurationVariable, is: "days" | "hours" | "minutes"): Policy =>
    by(name, variable, { is, count: current[variable] });
  const kept = (name: keyof typeof keepsDecided, variable: `RETENTION_${"PAYLOADS" | "PEOPLE" | "AUDIT"}_DAYS`) => ({
    name,
    value: { is: "days" as const, count: current[variable], keepsDecided: keepsDecided[name] },
    // A variable that is set is no default, even with an equal number: it applies to decided files too.
    source: { is: "variable" as const, variable, isDefault: keepsDecided[name] },
  });
  const addresses = (name: string, variable: ShownVariable, values: string[]): Policy =>
    by(name, variable, { is: "addresses", addresses: values });
  const { SECOND_FACTOR_REQUIRED_FOR, TRUSTED_PROXIES, RECEIVER_TRUSTED_PROXIES } = current;
  return [
    {
      group: "retention",
      policies: [
        kept("payloads", "RETENTION_PAYLOADS_DAYS"),
        kept("people", "RETENTION_PEOPLE_DAYS"),
        duration("refusals", "RETENTION_REFUSALS_DAYS", "days"),
        kept("audit", "RETENTION_AUDIT_DAYS"),
      ],
    },
    {
      group: "signIn",
      policies: [
        duration("idle", "SESSION_IDLE_MINUTES", "minutes"),
        duration("session", "SESSION_HOURS", "hours"),
        { name: "confirmation", value: { is: "minutes", count: STEP_UP_SECONDS / 60 }, source: { is: "fixed" } },
        by("secondFactor", "SECOND_FACTOR_REQUIRED_FOR", { is: "word", word: SECOND_FACTOR_REQUIRED_FOR }),
        by("passkey", "PASSKEY_REQUIRED_FOR", { is: "roles", roles: current.PASSKEY_REQUIRED_FOR }),
        {
          name: "consent",
          value: { is: "word", word: consentRequired ? "required" : "notRequired" },
          source: { is: "page", href: "/users" },
        },
      ],
    },
    {
      group: "deliveries",
      policies: [
        addresses("receiver", "RECEIVER_URL", [current.RECEIVER_URL]),
        addresses("service", "SERVICE_ADDRESSES", current.SERVICE_ADDRESSES),
        duration("age", "RECEIVER_MAX_AGE_MINUTES", "minutes"),
      ],
    },
    {
      group: "network",
      policies: [
        addresses("origin", "APP_ORIGIN", [current.APP_ORIGIN]),
        by("proxies", "TRUSTED_PROXIES", { is: "proxies", count: TRUSTED_PROXIES }),
        addresses("receiverProxies", "RECEIVER_TRUSTED_PROXIES", RECEIVER_TRUSTED_PROXIES),
      ],
    },
  ];
}
