import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { CurrentUserProvider } from "#components/kit/current-user.tsx";
import type { MonthlyReport } from "#lib/insights/contract/report.ts";
import {
  REPORT_NUMBERS,
  type ReportGroup,
  type ReportNumber,
  type ReportRow,
} from "#lib/insights/contract/report-rows.ts";
import * as english from "#messages/en/index.ts";
import * as spanish from "#messages/es-MX/index.ts";
import { ReportView } from "./report-view.tsx";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  usePathname: () => "/insights/report",
  useSearchParams: () => new URLSearchParams(),
}));

const LANGUAGES = [
  ["en", english],
  ["es-MX", spanish],
] as const;

const DIGEST = "0a1b2c3d".repeat(8);
const TIMES = { p50_seconds: 7_200, p75_seconds: 97_200, p90_seconds: 360_000 };
const measureOf = (name: string, files: number) => ({
  files,
  of: name === "on_time" ? files + 2 : null,
  times: name.startsWith("time_") ? TIMES : null,
});
const ROWS = Object.entries(REPORT_NUMBERS).flatMap(([group, numbers]) =>
  Object.keys(numbers).map(
    (name): ReportRow => ({
      ...{ group: group as ReportGroup, name: name as ReportNumber, figure: { name: "created", value: null } },
      ...{ now: measureOf(name, 12), before: measureOf(name, 3) },
    }),
  ),
);
const FILE = { verification_id: "ver_1", tag: "EXP-1", title: "Maderas del Sur SA de CV" };
const AT = "2026-10-12T18:00:00.000000Z";
const HOURS = { days: [1, 2, 3, 4, 5], from: "09:00", to: "18:00", time_zone: "America/Mexico_City" };
const words = (text: string) => ({ en: text, es: text });

const REPORT: MonthlyReport = {
  ...{ month: "2026-10", from: "2026-10-01", to: "2026-10-31", time_zone: "America/Tijuana" },
  ...{ is_over: true, made_at: "2026-11-02T18:00:00.000000Z", origin: "https://cotejo.example.mx", pending_files: 4 },
  rows: ROWS,
  dates: { unchecked: 1_200, overdue: 3 },
  gaps: { unknown: 1, unreported: 2, status_gaps: 0, untimed: 1 },
  failures: [{ item_type: "pw_mx", item_error: null, files: 2 }],
  exceptions: {
    items: [
      {
        ...FILE,
        ...{ entry_id: 7, at: AT, exceptions: ["high_finding", "run_not_final"], digest: DIGEST },
        ...{ decided_by: "Ana", approved_by: "Luis", reason: "Vi el original." },
      },
    ],
    total: 4,
  },
  reasons: [{ resolution: "rejected", code: "no_answer", words: words("Sin respuesta"), files: 2 }],
  reopened: {
    items: [
      {
        ...FILE,
        ...{ at: AT, changes: ["finding_added"], decided: { at: AT, resolution: "accepted" } },
        outcome: { kind: "vanished", at: AT },
      },
    ],
    total: 1,
  },
  policies: {
    items: [
      {
        ...{ version: 3, since: AT, by: "Ana" },
        changes: [
          { field: "due_hours", before: 16, after: 8 },
          { field: "approval", before: "never", after: "high" },
          { field: "working", before: HOURS, after: { ...HOURS, to: "17:00" } },
          { field: "holidays", added: [words("2026-11-02")], removed: [], changed: 0 },
          { field: "catalogue", added: [], removed: ["a", "b", "c", "d", "e"].map(words), changed: 1 },
          { field: "templates" },
          { field: "review_from", before: AT, after: AT },
          { field: "keep_pdfs", before: false, after: true },
        ],
      },
      { version: 2, since: AT, by: null, changes: null },
    ],
    total: 2,
  },
  workload: [{ user_id: "u1", name: "Ana", decided: 8, open: 0, overdue: 0, ...TIMES }],
  digest: DIGEST,
  sign_offs: [
    { user_id: "u2", name: "Luis", role: "compliance", at: AT, digest: DIGEST },
    { user_id: "u1", name: "Ana", role: "admin", at: AT, digest: "f".repeat(64) },
  ],
};

function htmlOf(locale: "en" | "es-MX", messages: typeof english, report: MonthlyReport, current = "2026-11"): string {
  const user = {
    ...{ id: "u3", email: "", name: "Rosa", role: "compliance" as const },
    children: createElement(ReportView, { report, current }),
  };
  const words = {
    ...{ locale, messages, timeZone: "UTC", onError: (error: Error) => expect.unreachable(error.message) },
    children: createElement(CurrentUserProvider, user),
  };
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(NextIntlClientProvider, words)),
  );
}

it.each(LANGUAGES)("has in %s all parts in words, and times in the policy's zone", (locale, messages) => {
  const t = (messages as typeof english).report;
  const html = htmlOf(locale, messages as typeof english, REPORT);
  const texts = [
    ...Object.values(t.section),
    ...["Maderas del Sur SA de CV", "EXP-1", "Vi el original.", "Luis", DIGEST, "f".repeat(64), "Rosa"],
    ...[
      t.exception.high_finding,
      messages["insights-export"].change.finding_added,
      messages["review-policy"].change.templates,
    ],
    ...[t.signOff.same, t.signOff.button, t.policies.first, t.gaps.title],
  ];
  for (const text of texts) expect(html).toContain(text);
  // 18:00 UTC is 11:00 in Tijuana.
  expect(html).toMatch(/11:00/);
  expect(html).not.toContain(t.notOver);
  expect(html).toContain("figure=created%402026-10-01..2026-10-31");
  // The day of the report in the policy's zone, and only the numbers that the policy asks for.
  expect(html).toContain("figure=unchecked%402026-11-02..2026-11-02");
  expect(html).toContain("1,200");
  expect(html).toContain("due_dates=overdue");
  const some = htmlOf(locale, messages as typeof english, { ...REPORT, dates: { unchecked: null, overdue: 3 } });
  expect(some).not.toContain("figure=unchecked");
  expect(some).toContain("due_dates=overdue");
  const none = htmlOf(locale, messages as typeof english, { ...REPORT, dates: { unchecked: null, overdue: null } });
  expect(none).not.toContain("due_dates=overdue");
});

it.each(LANGUAGES)(
  "has in %s the report's title, installation and digest on the sheet of the signatures",
  (locale, messages) => {
    const t = (messages as typeof english).report;
    const html = htmlOf(locale, messages as typeof english, REPORT);
    const sheet = html.slice(html.lastIndexOf('<div class="break-inside-avoid'), html.lastIndexOf("</section>"));
    const [heading = ""] = /<h1[^>]*>([^<]+)<\/h1>/.exec(html)?.slice(1) ?? [];
    expect(heading).toMatch(/2026/);
    for (const text of [heading, REPORT.origin, DIGEST, t.signOff.authorised]) expect(sheet).toContain(text);
  },
);

it.each(LANGUAGES)("says in %s that the month is empty so far, and not over", (locale, messages) => {
  const t = (messages as typeof english).report;
  const html = htmlOf(
    locale,
    messages as typeof english,
    {
      ...REPORT,
      ...{ is_over: false, gaps: { unknown: 0, unreported: 0, status_gaps: 0, untimed: 0 }, failures: [], reasons: [] },
      ...{ exceptions: { items: [], total: 0 }, reopened: { items: [], total: 0 }, sign_offs: [] },
      ...{ policies: { items: [], total: 0 }, workload: null },
    },
    "2026-10",
  );
  const texts = [t.exceptions.empty, t.reasons.empty, t.reopened.empty, t.policies.empty, t.signOff.none];
  for (const text of [...texts, t.notOver, t.signOff.notYet]) expect(html).toContain(text);
  for (const text of [t.section.workload, t.gaps.title, t.later]) expect(html).not.toContain(text);
});
