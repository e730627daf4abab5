import "#components/kit/paper.css";
import { InsightsView } from "#components/insights/insights-view.tsx";
import { type AllMessages, pick, RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { decisionsZone } from "#lib/desk/server/review/decisions.ts";
import { insightsOptions } from "#lib/insights/browser/insights.ts";
import { INSIGHTS } from "#lib/insights/contract/insights.ts";
import { readInsights } from "#lib/insights/server/read.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { parametersOf, type SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

const words = (all: AllMessages) => {
  const { filters, table } = all.verifications;
  return {
    ...pick(all, "decision", "insights", "list", "review"),
    "insights-export": { change: all["insights-export"].change },
    verifications: { filters, table },
  };
};

export const generateMetadata = titled("insights.title");

/** The figures of a period, each with the files behind it. */
export default async function InsightsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { id: userId, role } = await requirePermission("insights.read");
  const timeZone = await decisionsZone();
  const { filter } = INSIGHTS.read(parametersOf(await searchParams));
  const client = makeQueryClient();
  const caller = { userId, seesTeam: may(role, "insights.team") };
  await client.prefetchQuery({ ...insightsOptions(filter), queryFn: () => readInsights(filter, caller) });
  return (
    <RouteMessages words={words} client={await coverPage(role, client)}>
      <InsightsView today={dateIn(instantFromMs(Date.now()), timeZone)} timeZone={timeZone} />
    </RouteMessages>
  );
}
