import { ensureReceiver } from "#lib/core/server/receiver-connection/ensure.ts";
import { getReceiverState } from "#lib/core/server/receiver-connection/own-webhook.ts";
import { testOwnAddress } from "#lib/core/server/receiver-connection/test-address.ts";
import { getSystemStatus } from "#lib/core/server/status/status.ts";
import { PROBES } from "#lib/edge/server/http/health.ts";
import { json, route } from "#lib/edge/server/http/route.ts";
import { pageFaultInput } from "#lib/platform/contract/page-fault-input.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { ANY_QUERY } from "#lib/platform/server/http/page-parameters.ts";
import { dashboardLog } from "#lib/platform/server/http/responses.ts";
import { cspReport, logCspReport } from "#lib/platform/server/http/security-headers.ts";

/** Contact for vulnerabilities (RFC 9116). 404 unless the operator has set one. */
export const getSecurityTxt = route(
  "GET /.well-known/security.txt",
  { access: "public", query: ANY_QUERY },
  async () => {
    const { SECURITY_CONTACT: contact } = env();
    const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
    if (!contact) return new Response("Not found.\n", { status: 404, headers });
    return new Response(securityText(contact, new Date()), { headers });
  },
);

/** Browsers' reports of violated policies. No sign-in is needed: the sign-in page has a policy too. */
export const postCspReports = route(
  "POST /api/csp-reports",
  {
    access: "public",
    audit: null,
    perMinute: 30,
    perMinuteInTotal: 300,
    body: cspReport,
    maxBodyBytes: 8 * 1024,
    media: "csp-report",
  },
  async ({ body }) => {
    logCspReport(body);
  },
);

export const getHealthLive = route("GET /api/health/live", { access: "public", query: ANY_QUERY }, async () => {
  const { status, body } = await PROBES["/api/health/live"]();
  return json(body, status);
});

export const getHealthReady = route("GET /api/health/ready", { access: "public", query: ANY_QUERY }, async () => {
  const { status, body } = await PROBES["/api/health/ready"]();
  return json(body, status);
});

/** Pages report what failed in the browser. No command: the line of the log is the result. */
export const postPageFaults = route(
  "POST /api/page-faults",
  { access: "account.own", audit: null, perMinute: 20, body: pageFaultInput, idle: true },
  async ({ body }) => {
    dashboardLog().warn(body, "a page failed in a browser");
  },
);

/** Requests a backup: the worker's task of backups finds the entry in the audit trail. 409 without scheduled backups. */
export const postBackups = route(
  "POST /api/settings/backups",
  { access: "settings.manage", stepUp: true, audit: "backup.requested" },
  async () => {
    const { BACKUP_DIR, BACKUP_EVERY } = env();
    if (!BACKUP_DIR || !BACKUP_EVERY)
      throw conflict("No worker writes backups: BACKUP_DIR or BACKUP_EVERY is not set.");
  },
);

export const getStatus = route("GET /api/status", { access: "overview.read" }, () => getSystemStatus());

const VALID_DAYS = 180;

/**
 * The text of `/.well-known/security.txt` (RFC 9116), with its two required fields. Each start takes the contact from
 * the settings, so the text is valid for half a year from now; the RFC recommends less than a year.
 */
export function securityText(contact: string, now: Date): string {
  const expires = new Date(now);
  expires.setUTCDate(expires.getUTCDate() + VALID_DAYS);
  // A whole day: two answers of one day are equal.
  expires.setUTCHours(0, 0, 0, 0);
  return `Contact: ${contact}\nExpires: ${expires.toISOString().replace(".000", "")}\n`;
}

export const getReceiver = route("GET /api/receiver", { access: "webhooks.manage" }, () => getReceiverState());

/** Creates or repairs the dashboard's own webhook, tests its address, and answers its new state. */
export const postReceiver = route(
  "POST /api/receiver",
  { access: "webhooks.manage", stepUp: true, audit: "receiver.connected" },
  async ({ audit }) => {
    const { did, receiver_id } = await ensureReceiver();
    audit.add({ ids: { receiver_id }, after: { did } });
    const [state, test] = await Promise.all([getReceiverState(), testOwnAddress(receiver_id)]);
    return { ...state, did, test };
  },
);
