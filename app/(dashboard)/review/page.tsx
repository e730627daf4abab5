import { FILE } from "#components/verification/file-words.ts";
import "#components/page/paper.css";
import "#components/verification/print.css";
import { headers } from "next/headers";
import { MarksLegend } from "#components/legend/marks-legend.tsx";
import { facts, RouteMessages } from "#components/page/route-messages.tsx";
import { ReviewDesk } from "#components/review/queue/review-desk.tsx";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { reviewLanesOptions } from "#lib/browser/review-lanes.ts";
import { verificationListOptions } from "#lib/browser/verification-list.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { DESK, fallsBack, filterOfLane, laneOf } from "#lib/contract/review/lanes.ts";
import { parametersOf, type SearchParams } from "#lib/contract/url-parameters.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { coverPage } from "#lib/server/need-to-know/cover.ts";
import { readLanes } from "#lib/server/review/lanes.ts";
import { listVerifications } from "#lib/server/verifications/list/list.ts";

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
