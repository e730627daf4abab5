import type { APIRequestContext } from "@playwright/test";
import { expect } from "#e2e/support/fixtures.ts";

/** The review of a file as the API has it now. */
export const reviewOf = async (api: APIRequestContext, id: string) =>
  (await (await api.get(`/api/verifications/${id}`)).json()).review;

/** Accepts a file by the API as it is now. */
export async function acceptByApi(api: APIRequestContext, id: string, reason = "Vi el original."): Promise<void> {
  const { version } = await reviewOf(api, id);
  const answer = await api.put(`/api/verifications/${id}/review`, {
    data: { version, state: "resolved", resolution: "accepted", reason },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
