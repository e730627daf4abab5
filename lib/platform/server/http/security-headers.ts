import { z } from "zod";
import { holdsCurp } from "#lib/platform/contract/curp-shape.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { createReportLimit } from "#lib/platform/server/base/report-limit.ts";

/** Headers that every answer of the dashboard has, beside its policy: pages, handlers, errors, files. */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy":
      "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ...(https && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}

/**
 * The policy of one answer. A hot-reloading build evaluates code from strings, has own styles without a nonce (and a
 * nonce beside `unsafe-inline` would annul it), and talks to its server by WebSocket; a production build does not.
 */
export function contentSecurityPolicy(
  nonce: string,
  { developing, worker = false }: { developing: boolean; worker?: boolean },
): string {
  return [
    "default-src 'self'",
    // The PDF viewer's worker decodes pictures of scanned pages by WebAssembly; no page may, and nothing evaluates text.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${worker ? " 'wasm-unsafe-eval'" : ""}${developing ? " 'unsafe-eval'" : ""}`,
    // Attributes such as style="width: 40%" come from React and carry no code; elements need the nonce.
    `style-src-elem 'self' ${developing ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    // Pages of a PDF are printed as pictures made by the browser.
    "img-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${developing ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
    // Only text that instrumentation-client.ts accepts becomes a script or markup. Hot reload evaluates text.
    ...(developing || worker ? [] : ["require-trusted-types-for 'script'", "trusted-types default"]),
    // Not `report-to`, which browsers prefer and then only follow to https: with it nothing would be reported on localhost.
    "report-uri /api/csp-reports",
  ].join("; ");
}

const DIRECTIVES =
  `script-src script-src-elem script-src-attr style-src-elem style-src-attr img-src font-src connect-src media-src
   object-src base-uri form-action frame-ancestors frame-src worker-src manifest-src require-trusted-types-for
   trusted-types other`.split(/\s+/);

const MAX_ORIGIN_LENGTH = 100;
const KEYWORD = /^[a-z-]{1,30}$/;
const PAGE = /^\/[a-z]{1,20}(?=\/|$)/;

/** Only the origin of an address: paths and queries name files and people. */
function originOf(blocked: string): string {
  if (KEYWORD.test(blocked)) return blocked;
  const url = URL.parse(blocked);
  if (!url) return "other";
  if (url.origin === env().APP_ORIGIN) return "self";
  const origin = url.origin === "null" ? url.protocol : url.origin;
  return origin.length > MAX_ORIGIN_LENGTH || holdsCurp(origin) ? "other" : origin;
}

/** The page's route, without ids, filters and other typed parts. */
const pageOf = (document: string): string => PAGE.exec(URL.parse(document)?.pathname ?? "")?.[0] ?? "/";

/** A report in the form of `report-uri`, reduced to the directive, the blocked origin and the page's route. */
export const cspReport = z
  .object({
    "csp-report": z.object({
      "effective-directive": z.enum(DIRECTIVES).catch("other"),
      "blocked-uri": z.string().catch("").transform(originOf),
      "document-uri": z.string().catch("").transform(pageOf),
    }),
  })
  .transform(({ "csp-report": report }) => ({
    directive: report["effective-directive"],
    blocked: report["blocked-uri"],
    page: report["document-uri"],
  }));

type CspReport = z.infer<typeof cspReport>;

const LOG_INTERVAL_MS = 60_000;

/**
 * Logs one report of each directive a minute, as an example, with the number since the last logged one: anybody can
 * send reports, and a page's fault is reported by every browser.
 */
export function createCspReportLog(write: (entry: CspReport & { reports: number }) => void, clock?: () => number) {
  const seldom = createReportLimit(LOG_INTERVAL_MS, clock);
  return (report: CspReport): void => {
    const reports = seldom(report.directive);
    if (reports !== null) write({ ...report, reports });
  };
}

export const logCspReport = createCspReportLog((entry) =>
  createLog("dashboard").warn(entry, "a browser reported a violation of the content security policy"),
);
