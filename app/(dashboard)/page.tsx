import type { QueryClient } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import type { ComponentProps, ComponentType } from "react";
import { MarksLegend } from "#components/legend/marks-legend.tsx";
import { CallersSection } from "#components/overview/callers-section.tsx";
import { ConnectionSection } from "#components/overview/connection-section.tsx";
import { FirstSteps } from "#components/overview/first-steps.tsx";
import { MorningView } from "#components/overview/morning-view.tsx";
import { OverviewView } from "#components/overview/overview-view.tsx";
import { RecordsSection } from "#components/overview/records-section.tsx";
import { PageHeader } from "#components/page/page-header.tsx";
import { type AllMessages, pick, RouteMessages } from "#components/page/route-messages.tsx";
import { SectionBoundary } from "#components/page/section-boundary.tsx";
import { newestAuditOptions } from "#lib/browser/audit.ts";
import { recentDeliveriesOptions } from "#lib/browser/deliveries.ts";
import { evidenceOptions } from "#lib/browser/evidence.ts";
import { morningOptions } from "#lib/browser/morning.ts";
import { failedLookupsOptions } from "#lib/browser/people.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { overviewOptions } from "#lib/browser/status.ts";
import { firstStepsOf } from "#lib/contract/access/first-steps.ts";
import { may } from "#lib/contract/access/permissions.ts";
import type { Role } from "#lib/contract/access/user.ts";
import { AUDIT_FILTER } from "#lib/contract/audit/audit-filter.ts";
import { parametersOf, type SearchParams } from "#lib/contract/url-parameters.ts";
import { MORNING } from "#lib/contract/verifications/morning.ts";
import { readFirstSteps } from "#lib/server/access/first-steps.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { listAudit } from "#lib/server/audit/list.ts";
import { readRecentDeliveries } from "#lib/server/deliveries/recent.ts";
import { readEvidenceState } from "#lib/server/evidence/state.ts";
import { firstStepsHidden } from "#lib/server/i18n/preferences.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { coverPage } from "#lib/server/need-to-know/cover.ts";
import { countFailedLookups } from "#lib/server/people/failed-lookups.ts";
import { readMorning } from "#lib/server/review/morning.ts";
import { getOverview } from "#lib/server/verifications/list/overview.ts";

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
  words: (all) => ({ "overview-parts": pick(all["overview-parts"], "records") }),
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
