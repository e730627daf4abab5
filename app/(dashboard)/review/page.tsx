import "#components/kit/paper.css";
import "#components/desk/verification/print.css";
import { headers } from "next/headers";
import { MarksLegend } from "#components/desk/legend/marks-legend.tsx";
import { ReviewDesk } from "#components/desk/review/queue/review-desk.tsx";
import { FILE, facts, RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { verificationListOptions } from "#lib/core/browser/verification-list.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { reviewLanesOptions } from "#lib/desk/browser/review-lanes.ts";
import { DESK, fallsBack, filterOfLane, laneOf } from "#lib/desk/contract/review/lanes.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { readLanes } from "#lib/desk/server/review/lanes.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { parametersOf, type SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("review-queue.title");

/** A page load renders counts and queue on the server; after a client navigation the browser requests them. */
export default async function ReviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { id: userId, role } = await requirePermission("reviews.read");
  const decides = may(role, "reviews.decide");
  const address = DESK.read(parametersOf(await searchParams)).filter;
  const asked = laneOf(address, decides);
  const client = makeQueryClient();
  if ((await headers()).get("sec-fetch-dest") !== "empty") {
    await client.prefetchQuery({ ...reviewLanesOptions(), queryFn: () => readLanes(userId) });
    const lanes = client.getQueryData(reviewLanesOptions().queryKey);
    const filter = filterOfLane(address.file === null && fallsBack(asked, lanes) ? "unassigned" : asked);
    await client.prefetchInfiniteQuery({
      ...verificationListOptions(filter),
      queryFn: () => listVerifications({ filter, userId }),
    });
  }
  return (
    <RouteMessages words={facts(...FILE, "review-bulk", "review-queue")} client={await coverPage(role, client)}>
      <ReviewDesk decides={decides} assigns={may(role, "reviews.assign")}>
        <MarksLegend className="py-1" />
      </ReviewDesk>
    </RouteMessages>
  );
}
