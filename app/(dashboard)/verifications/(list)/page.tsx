import "#components/kit/paper.css";
import { headers } from "next/headers";
import { VerificationsView } from "#components/desk/verifications/verifications-view.tsx";
import { type AllMessages, pick, RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { verificationListOptions } from "#lib/core/browser/verification-list.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { areTitlesChosen } from "#lib/core/server/titles/title-fields.ts";
import { viewsOptions } from "#lib/desk/browser/views.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { listViews } from "#lib/desk/server/views/views.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { parametersOf, type SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { preferredDensity } from "#lib/platform/server/i18n/preferences.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

const words = (all: AllMessages) => {
  // The figures of the insights are filters of the list.
  const { bucket, days, exception, figure, noType } = all.insights;
  const { change } = all["insights-export"];
  return {
    ...pick(all, "export", "import", "list", "review", "review-bulk", "service-problems", "verifications", "views"),
    insights: { bucket, days, exception, figure, noType },
    "insights-export": { change },
  };
};

export const generateMetadata = titled("verifications.page.title");

/**
 * True for a page load, which the server renders with rows. A client navigation uses `fetch`: the frame appears at
 * once, with cached rows or rows that the browser requests.
 */
const isPageLoad = async () => (await headers()).get("sec-fetch-dest") !== "empty";

export default async function VerificationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [user, density, document, named] = await Promise.all([
    requirePermission("verifications.read"),
    preferredDensity(),
    isPageLoad(),
    areTitlesChosen(),
  ]);
  const { filter } = VERIFICATION_FILTER.read(parametersOf(await searchParams));
  const client = makeQueryClient();
  if (document) {
    await Promise.all([
      client.prefetchInfiniteQuery({
        ...verificationListOptions(filter),
        queryFn: () => listVerifications({ filter, userId: user.id }),
      }),
      client.prefetchQuery({ ...viewsOptions(), queryFn: () => listViews(user) }),
    ]);
  }
  return (
    <RouteMessages words={words} client={await coverPage(user.role, client)}>
      <VerificationsView density={density} role={user.role} named={named} />
    </RouteMessages>
  );
}
