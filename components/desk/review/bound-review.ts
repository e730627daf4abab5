import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import type { Review } from "#lib/core/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { reviewSinceOptions } from "#lib/desk/browser/reviews.ts";
import type { ReviewSince } from "#lib/desk/contract/review/log.ts";

export type ShownReview = { detail: VerificationDetail; review: Review };

/** The changes since a dialog was opened. The dialog sends nothing until its reader has accepted them. */
export type News = {
  /** Null if the changes could not be loaded. */
  since: ReviewSince | null;
  retry: () => void;
  /** Binds the dialog to the current review; null while the changes are loading. */
  goOn: (() => void) | null;
};

export type BoundReview = ShownReview & { news: News | null };

/**
 * Binds a dialog to the review, facts and version with which it was opened: it shows and sends these, even if newer
 * data arrives. Later changes are listed, unless the step depends on none of them.
 */
export function useBoundReview(opened: ShownReview, live: ShownReview): BoundReview {
  const client = useQueryClient();
  const [bound, setBound] = useState(opened);
  const { verification_id } = live.detail.verification;
  const { version } = live.review;
  const isOther = version !== bound.review.version;
  const query = useQuery({
    ...reviewSinceOptions(verification_id, bound, version),
    enabled: isOther,
    // The previous differences stay while newer ones load.
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, isError, refetch } = query;
  const said = data?.version;
  useEffect(() => {
    // The server has a newer version than the page. The page must load it before the reader can continue.
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
