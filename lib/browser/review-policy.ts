import { queryOptions } from "@tanstack/react-query";
import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import { api } from "./api.ts";
import { reviewKeys } from "./query-keys.ts";

const PATH = "/api/settings/review";

export const reviewPolicyOptions = queryOptions({
  queryKey: [...reviewKeys.all, "policy"],
  queryFn: ({ signal }) => api<ReviewPolicy>(PATH, { signal }),
  staleTime: 0,
  // The form edits one version of the policy; another version is loaded on request.
  refetchOnWindowFocus: false,
});

export const saveReviewPolicy = (body: ReviewPolicy) => api<ReviewPolicy>(PATH, { method: "PUT", body });
