import { reviewKeys } from "#lib/core/browser/query-keys.ts";
import { queryOf } from "#lib/platform/browser/api.ts";

export const reviewPolicyOptions = queryOf([...reviewKeys.all, "policy"], "GET /api/settings/review", {
  staleTime: 0,
  // The form edits one version of the policy; another version is loaded on request.
  refetchOnWindowFocus: false,
});
