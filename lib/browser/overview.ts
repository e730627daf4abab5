import { queryOptions } from "@tanstack/react-query";
import type { Overview } from "#lib/contract/status.ts";
import { api } from "./api.ts";
import { verificationKeys } from "./verifications.ts";

/** Counts over all verifications; below the lists' key, since whatever concerns a list concerns its counts. */
export const overviewOptions = () =>
  queryOptions({
    queryKey: [...verificationKeys.lists(), "overview"] as const,
    queryFn: ({ signal }) => api<Overview>("/api/overview", { signal }),
  });
