import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { FirstSteps } from "#components/overview/first-steps.tsx";
import { MorningView } from "#components/overview/morning-view.tsx";
import { OverviewView } from "#components/overview/overview-view.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { morningOptions } from "#lib/browser/morning.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { overviewOptions } from "#lib/browser/status.ts";
import { firstStepsOf } from "#lib/contract/access/first-steps.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { parametersOf, type SearchParams } from "#lib/contract/url-parameters.ts";
import { MORNING } from "#lib/contract/verifications/morning.ts";
import { readFirstSteps } from "#lib/server/access/first-steps.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { currentSession } from "#lib/server/access/session.ts";
import { firstStepsHidden } from "#lib/server/i18n/preferences.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { readMorning } from "#lib/server/review/morning.ts";
import { getOverview } from "#lib/server/verifications/list/overview.ts";

export const generateMetadata = titled("overview");

/** Officers get the morning page, other roles the counts of all verifications. */
export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await requirePermission("overview.read");
  const decides = may(role, "reviews.decide");
  const { since } = MORNING.read(parametersOf(await searchParams)).filter;
  const session = await currentSession();
  const client = makeQueryClient();
  const userId = session?.user.id ?? "";
  const [t, done] = await Promise.all([
    getTranslations("overview"),
    firstStepsHidden().then((hidden) => (hidden ? null : readFirstSteps())),
    // A failure here leaves nothing in the cache: the browser requests it again, through a handler that logs and words it.
    decides
      ? client.prefetchQuery({ ...morningOptions(since), queryFn: () => readMorning(userId, since), retry: false })
      : client.prefetchQuery({ ...overviewOptions(), queryFn: () => getOverview(), retry: false }),
  ]);
  const firstSteps = done && firstStepsOf(role, done).length > 0 && (
    <RouteMessages of="firstSteps">
      <FirstSteps role={role} done={done} />
    </RouteMessages>
  );
  return (
    <RouteMessages of={decides ? "morning" : "overview"}>
      <div className="max-w-7xl space-y-4">
        <HydrationBoundary state={dehydrate(client)}>
          <h1 className={decides ? "sr-only" : "font-semibold text-xl tracking-tight"}>{t("title")}</h1>
          {decides ? (
            <MorningView>{firstSteps}</MorningView>
          ) : (
            <>
              {firstSteps}
              <OverviewView />
            </>
          )}
        </HydrationBoundary>
      </div>
    </RouteMessages>
  );
}
