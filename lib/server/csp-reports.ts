import { z } from "zod";
import { holdsCurp } from "#lib/contract/curp-shape.ts";
import { env } from "./env.ts";
import { createLog } from "./log.ts";

/** The directives that a policy of ours can be violated in. */
const DIRECTIVES = [
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "connect-src",
  "media-src",
  "object-src",
  "base-uri",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "worker-src",
  "manifest-src",
  "require-trusted-types-for",
  "trusted-types",
  "other",
] as const;

const LONGEST = 100;
const KEYWORD = /^[a-z-]{1,30}$/;
const PAGE = /^\/[a-z]{1,20}(?=\/|$)/;

/** Of an address its origin and nothing more: paths and queries name files and people. */
function originOf(blocked: string): string {
  if (KEYWORD.test(blocked)) return blocked;
  const url = URL.parse(blocked);
  if (!url) return "other";
  if (url.origin === env().APP_ORIGIN) return "self";
  const origin = url.origin === "null" ? url.protocol : url.origin;
  return origin.length > LONGEST || holdsCurp(origin) ? "other" : origin;
}

/** Which page it was, without what follows: ids, filters, whatever somebody typed into the address bar. */
const pageOf = (document: string): string => PAGE.exec(URL.parse(document)?.pathname ?? "")?.[0] ?? "/";

/** A report as browsers send it for `report-uri`, as little of it as says what was blocked where. */
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

export type CspReport = z.infer<typeof cspReport>;

const EVERY_MS = 60_000;

/**
 * Logs one report of each directive a minute, as an example, with how many of it came since the last one that was logged:
 * anybody can send them, and a fault of one page comes from every browser.
 */
export function createCspReportLog(write: (entry: CspReport & { reports: number }) => void, now = Date.now) {
  const kinds = new Map<CspReport["directive"], { next: number; unlogged: number }>();
  return (report: CspReport): void => {
    const kind = kinds.get(report.directive) ?? { next: 0, unlogged: 0 };
    kinds.set(report.directive, kind);
    kind.unlogged += 1;
    const time = now();
    if (time < kind.next) return;
    write({ ...report, reports: kind.unlogged });
    kind.next = time + EVERY_MS;
    kind.unlogged = 0;
  };
}

export const logCspReport = createCspReportLog((entry) =>
  createLog("dashboard").warn(entry, "a browser reported a violation of the content security policy"),
);
