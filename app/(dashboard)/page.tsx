import type { QueryClient } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import type { ComponentProps, ComponentType } from "react";
import { FirstSteps } from "#components/access/first-steps/first-steps.tsx";
import { MarksLegend } from "#components/desk/legend/marks-legend.tsx";
import { CallersSection } from "#components/desk/overview/callers-section.tsx";
import { ConnectionSection } from "#components/desk/overview/connection-section.tsx";
import { MorningView } from "#components/desk/overview/morning-view.tsx";
import { OverviewView } from "#components/desk/overview/overview-view.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { type AllMessages, pick, RouteMessages } from "#components/kit/route-messages.tsx";
import { SectionBoundary } from "#components/kit/section-boundary.tsx";
import { RecordsSection } from "#components/records/overview/records-section.tsx";
import { firstStepsOf } from "#lib/access/contract/first-steps.ts";
import { readFirstSteps } from "#lib/access/server/first-steps.ts";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { recentDeliveriesOptions } from "#lib/core/browser/deliveries.ts";
import { failedLookupsOptions } from "#lib/core/browser/people.ts";
import { overviewOptions } from "#lib/core/browser/status.ts";
import { MORNING } from "#lib/core/contract/verifications/morning.ts";
import { readRecentDeliveries } from "#lib/core/server/deliveries/recent.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { countFailedLookups } from "#lib/core/server/people/failed-lookups.ts";
import { morningOptions } from "#lib/desk/browser/morning.ts";
import { getOverview } from "#lib/desk/server/list/overview.ts";
import { readMorning } from "#lib/desk/server/review/morning.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { AUDIT_FILTER } from "#lib/platform/contract/audit/audit-filter.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { parametersOf, type SearchParams } from "#lib/platform/contract/url-parameters.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { firstStepsHidden } from "#lib/platform/server/i18n/preferences.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";
import { newestAuditOptions } from "#lib/records/browser/audit.ts";
import { evidenceOptions } from "#lib/records/browser/evidence.ts";
import { listAudit } from "#lib/records/server/audit/list.ts";
import { readEvidenceState } from "#lib/records/server/evidence/state.ts";

const morningWords = (all: AllMessages) => {
  const { filters, table } = all.verifications;
  const { difference } = all["review-file"];
  const own = pick(all, "list", "morning", "overview", "review");
  const { take } = all["review-queue"];
  return { ...own, "review-file": { difference }, "review-queue": { take }, verifications: { filters, table } };
};

const overviewWords = (all: AllMessages) => ({ ...pick(all, "overview", "review"), list: pick(all.list, "ignored") });

export const generateMetadata = titled("overview.title");

/** Officers get the morning page; other roles get the section of their role, then the counts of all verifications. */
export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { id: userId, role } = await requirePermission("overview.read");
  const decides = may(role, "reviews.decide");
  const { since } = MORNING.read(parametersOf(await searchParams)).filter;
  const client = makeQueryClient();
  const section = sectionOf(role);
  const [t, done] = await Promise.all([
    getTranslations("overview"),
    firstStepsHidden().then((hidden) => (hidden ? null : readFirstSteps())),
    ...(decides
      ? [client.prefetchQuery({ ...morningOptions(since), queryFn: () => readMorning(userId, since) })]
      : [client.prefetchQuery({ ...overviewOptions(), queryFn: () => getOverview() }), section.prefetch(client, role)]),
  ]);
  const firstSteps = done && firstStepsOf(role, done).length > 0 && (
    <RouteMessages words={(all) => pick(all, "first-steps")}>
      <FirstSteps role={role} done={done} />
    </RouteMessages>
  );
  return (
    <RouteMessages words={decides ? morningWords : overviewWords} client={await coverPage(role, client)}>
      <div className="max-w-7xl space-y-4">
        {decides ? (
          <MorningView>{firstSteps}</MorningView>
        ) : (
          <>
            <PageHeader title={t("title")} />
            {firstSteps}
            <RouteMessages words={section.words}>
              <SectionBoundary of="own-work">
                <section.Section />
              </SectionBoundary>
            </RouteMessages>
            <SectionBoundary of="overview">
              <OverviewView />
            </SectionBoundary>
          </>
        )}
        <MarksLegend />
      </div>
    </RouteMessages>
  );
}

type RoleSection = {
  words: ComponentProps<typeof RouteMessages>["words"];
  Section: ComponentType;
  prefetch: (client: QueryClient, role: Role) => Promise<unknown>;
};

const CONNECTION: RoleSection = {
  words: (all) => ({ "overview-parts": pick(all["overview-parts"], "connection") }),
  Section: ConnectionSection,
  prefetch: (client) => client.prefetchQuery({ ...recentDeliveriesOptions(), queryFn: () => readRecentDeliveries() }),
};

const RECORDS: RoleSection = {
  words: (all) => pick(all, "overview-records"),
  Section: RecordsSection,
  prefetch: (client, reader) =>
    Promise.all([
      client.prefetchQuery({ ...evidenceOptions(), queryFn: () => readEvidenceState() }),
      client.prefetchQuery({
        ...newestAuditOptions(),
        queryFn: () => listAudit({ filter: AUDIT_FILTER.empty, limit: 1, reader }),
      }),
    ]),
};

const CALLERS: RoleSection = {
  words: (all) => ({ "overview-parts": pick(all["overview-parts"], "callers") }),
  Section: CallersSection,
  prefetch: (client) => client.prefetchQuery({ ...failedLookupsOptions(), queryFn: () => countFailedLookups() }),
};

/** The section of a role that may not decide, by its permissions. */
function sectionOf(role: Role): RoleSection {
  if (may(role, "deliveries.manage")) return CONNECTION;
  return may(role, "audit.read") && may(role, "evidence.read") ? RECORDS : CALLERS;
}
