import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { verificationKeys } from "#lib/browser/query-keys.ts";
import { reviewSinceOptions } from "#lib/browser/reviews.ts";
import type { Review, ReviewSince } from "#lib/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/contract/verifications/verification.ts";

/** A file as a page shows it, with its review. */
export type ShownReview = { detail: VerificationDetail; review: Review };

/** The changes since a dialog was opened: nothing is sent until its reader has gone on. */
export type News = {
  /** Null where it could not be loaded. */
  since: ReviewSince | null;
  /** Loads it once more. */
  retry: () => void;
  /** Binds the dialog to what is now; null while that is on its way. */
  goOn: (() => void) | null;
};

export type Bound = ShownReview & { news: News | null };

/**
 * Binds a dialog to the review, facts and version that it was opened with, whatever arrives while it is open: that is what
 * it shows and sends. What has come since it says, unless a step would rest on none of it.
 */
export function useBoundReview(opened: ShownReview, live: ShownReview): Bound {
  const client = useQueryClient();
  const [bound, setBound] = useState(opened);
  const { verification_id } = live.detail.verification;
  const { version } = live.review;
  const isOther = version !== bound.review.version;
  const query = useQuery({
    ...reviewSinceOptions(verification_id, bound, version),
    enabled: isOther,
    // The previous words stay while newer ones load.
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, isError, refetch } = query;
  const said = data?.version;
  useEffect(() => {
    // Even more has come than the page knows of: it is to be shown before one goes on with it.
    if (isOther && said !== undefined && said !== version && !isPlaceholderData) {
      void client.invalidateQueries({ queryKey: verificationKeys.detail(verification_id) });
    }
  }, [isOther, said, version, isPlaceholderData, client, verification_id]);
  const isNews = isOther && (isError || (data !== undefined && !data.same));
  if (!isNews) return { ...bound, news: null };
  const since = isError ? null : (data ?? null);
  const isReady = since !== null && !isPlaceholderData && said === version;
  const news = { since, retry: () => void refetch(), goOn: isReady ? () => setBound(live) : null };
  return { ...bound, news };
}
