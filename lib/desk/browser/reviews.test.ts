import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import type { Review } from "#lib/core/contract/verifications/review.ts";
import { showReview } from "./reviews.ts";

const reviewed = (assignee: string | null) => ({ review: { assignee } });

it("an answer requested before a step does not replace the answer to the step", async () => {
  const client = new QueryClient();
  const queryKey = verificationKeys.detail("ver_1");
  client.setQueryData(queryKey, reviewed(null));
  const { promise, resolve } = Promise.withResolvers<object>();
  const requested = client.prefetchQuery({ queryKey, queryFn: () => promise });
  await showReview(client, "ver_1", { assignee: "Ema" } as unknown as Review);
  resolve(reviewed(null));
  await requested;
  expect(client.getQueryData(queryKey)).toEqual(reviewed("Ema"));
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
