import type { Locale } from "#lib/contract/preferences.ts";
import enAccess from "#messages/en/access.json" with { type: "json" };
import enCurpFile from "#messages/en/curp-file.json" with { type: "json" };
import enDeliveries from "#messages/en/deliveries.json" with { type: "json" };
import enKeys from "#messages/en/keys.json" with { type: "json" };
import enList from "#messages/en/list.json" with { type: "json" };
import enOverview from "#messages/en/overview.json" with { type: "json" };
import enPeople from "#messages/en/people.json" with { type: "json" };
import enSandbox from "#messages/en/sandbox.json" with { type: "json" };
import enSecrets from "#messages/en/secrets.json" with { type: "json" };
import enShell from "#messages/en/shell.json" with { type: "json" };
import enVerification from "#messages/en/verification.json" with { type: "json" };
import enVerifications from "#messages/en/verifications.json" with { type: "json" };
import enWebhooks from "#messages/en/webhooks.json" with { type: "json" };
import esAccess from "#messages/es-MX/access.json" with { type: "json" };
import esCurpFile from "#messages/es-MX/curp-file.json" with { type: "json" };
import esDeliveries from "#messages/es-MX/deliveries.json" with { type: "json" };
import esKeys from "#messages/es-MX/keys.json" with { type: "json" };
import esList from "#messages/es-MX/list.json" with { type: "json" };
import esOverview from "#messages/es-MX/overview.json" with { type: "json" };
import esPeople from "#messages/es-MX/people.json" with { type: "json" };
import esSandbox from "#messages/es-MX/sandbox.json" with { type: "json" };
import esSecrets from "#messages/es-MX/secrets.json" with { type: "json" };
import esShell from "#messages/es-MX/shell.json" with { type: "json" };
import esVerification from "#messages/es-MX/verification.json" with { type: "json" };
import esVerifications from "#messages/es-MX/verifications.json" with { type: "json" };
import esWebhooks from "#messages/es-MX/webhooks.json" with { type: "json" };

/** All words, a file a namespace and language. A language that lacks a word of the other does not compile. */
const en = {
  access: enAccess,
  "curp-file": enCurpFile,
  deliveries: enDeliveries,
  keys: enKeys,
  list: enList,
  overview: enOverview,
  people: enPeople,
  sandbox: enSandbox,
  secrets: enSecrets,
  shell: enShell,
  verification: enVerification,
  verifications: enVerifications,
  webhooks: enWebhooks,
};

export const MESSAGES: Record<Locale, typeof en> = {
  en,
  "es-MX": {
    access: esAccess,
    "curp-file": esCurpFile,
    deliveries: esDeliveries,
    keys: esKeys,
    list: esList,
    overview: esOverview,
    people: esPeople,
    sandbox: esSandbox,
    secrets: esSecrets,
    shell: esShell,
    verification: esVerification,
    verifications: esVerifications,
    webhooks: esWebhooks,
  },
};
