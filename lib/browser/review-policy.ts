import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import { put, queryOf } from "./api.ts";
import { reviewKeys } from "./query-keys.ts";

const PATH = "/api/settings/review";

export const reviewPolicyOptions = queryOf<ReviewPolicy>([...reviewKeys.all, "policy"], PATH, {
  staleTime: 0,
  // The form edits one version of the policy; another version is loaded on request.
  refetchOnWindowFocus: false,
});

export const saveReviewPolicy = (body: ReviewPolicy) => put<ReviewPolicy>(PATH, body);
