import "#components/page/paper.css";
import { InsightsView } from "#components/insights/insights-view.tsx";
import { type AllMessages, pick, RouteMessages } from "#components/page/route-messages.tsx";
import { insightsOptions } from "#lib/browser/insights.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { INSIGHTS } from "#lib/contract/insights/insights.ts";
import { dateIn } from "#lib/contract/review/working-time.ts";
import { instantFromMs } from "#lib/contract/time.ts";
import { parametersOf, type SearchParams } from "#lib/contract/url-parameters.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { readInsights } from "#lib/server/insights/read.ts";
import { coverPage } from "#lib/server/need-to-know/cover.ts";
import { decisionsZone } from "#lib/server/review/decisions.ts";

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
