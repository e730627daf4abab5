import type { Policy, PolicyGroup, PolicySource } from "#lib/contract/access/policies.ts";
import { type Env, env, readEnv } from "#lib/server/base/env.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { readConsent } from "./consent.ts";
import { STEP_UP_SECONDS } from "./sessions.ts";

/** Variables that a page may show: none of them is a secret. */
type Shown =
  | `RETENTION_${"PAYLOADS" | "PEOPLE" | "REFUSALS" | "AUDIT"}_DAYS`
  | "SESSION_IDLE_MINUTES"
  | "SESSION_HOURS"
  | "SECOND_FACTOR_REQUIRED_FOR"
  | "RECEIVER_MAX_AGE_MINUTES"
  | "RECEIVER_URL"
  | "SERVICE_ADDRESSES"
  | "APP_ORIGIN"
  | "TRUSTED_PROXIES"
  | "RECEIVER_TRUSTED_PROXIES";

const FIXED: PolicySource = { is: "fixed" };

/** Every policy of this process, by group, and whether some changes need a second admin's consent. */
export async function readPolicies(connection: Pooled = database(), current: Env = env()): Promise<PolicyGroup[]> {
  const { required_since } = await readConsent(connection);
  return policiesOf(current, required_since !== null);
}

/** The same without the database. */
export function policiesOf(current: Env, consentRequired: boolean): PolicyGroup[] {
  const usual = readEnv({});
  const { keepsDecided } = current;
  const setBy = (variable: Shown): PolicySource => ({
    is: "variable",
    variable,
    isDefault: JSON.stringify(current[variable]) === JSON.stringify(usual[variable]),
  });
  const lasting = (
    name: string,
    is: "days" | "hours" | "minutes",
    variable: Extract<Shown, `${string}_${"DAYS" | "HOURS" | "MINUTES"}`>,
  ): Policy => ({ name, value: { is, count: current[variable] }, source: setBy(variable) });
  const kept = (
    name: string,
    variable: `RETENTION_${"PAYLOADS" | "PEOPLE" | "AUDIT"}_DAYS`,
    keepsDecided: boolean,
  ) => ({
    name,
    value: { is: "days" as const, count: current[variable], keepsDecided },
    // A number equal to the default differs from it if it was set: set, it applies to all files.
    source: { is: "variable" as const, variable, isDefault: keepsDecided },
  });
  const addresses = (name: string, variable: Shown, values: string[]): Policy => ({
    name,
    value: { is: "addresses", addresses: values },
    source: setBy(variable),
  });
  return [
    {
      group: "retention",
      policies: [
        kept("payloads", "RETENTION_PAYLOADS_DAYS", keepsDecided.payloads),
        kept("people", "RETENTION_PEOPLE_DAYS", keepsDecided.people),
        lasting("refusals", "days", "RETENTION_REFUSALS_DAYS"),
        kept("audit", "RETENTION_AUDIT_DAYS", keepsDecided.audit),
      ],
    },
    {
      group: "signIn",
      policies: [
        lasting("idle", "minutes", "SESSION_IDLE_MINUTES"),
        lasting("session", "hours", "SESSION_HOURS"),
        { name: "confirmation", value: { is: "minutes", count: STEP_UP_SECONDS / 60 }, source: FIXED },
        {
          name: "secondFactor",
          value: { is: "word", word: current.SECOND_FACTOR_REQUIRED_FOR },
          source: setBy("SECOND_FACTOR_REQUIRED_FOR"),
        },
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
        lasting("age", "minutes", "RECEIVER_MAX_AGE_MINUTES"),
      ],
    },
    {
      group: "network",
      policies: [
        addresses("origin", "APP_ORIGIN", [current.APP_ORIGIN]),
        {
          name: "proxies",
          value: { is: "proxies", count: current.TRUSTED_PROXIES },
          source: setBy("TRUSTED_PROXIES"),
        },
        addresses("receiverProxies", "RECEIVER_TRUSTED_PROXIES", current.RECEIVER_TRUSTED_PROXIES),
      ],
    },
  ];
}
