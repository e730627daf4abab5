import type { APIRequestContext, APIResponse } from "@playwright/test";
import { expect } from "#e2e/support/fixtures.ts";

export const reviewOf = async (api: APIRequestContext, id: string) =>
  (await (await api.get(`/api/verifications/${id}`)).json()).review;

type Change = { state: string; resolution?: string; reason?: string; assignee?: string };

/** Changes a review by the API; if its facts change meanwhile, it is read and changed again, as by a user. */
export async function changeByApi(
  api: APIRequestContext,
  id: string,
  change: Change,
  headers: Record<string, string> = {},
): Promise<void> {
  let answer: APIResponse;
  do {
    const { version } = await reviewOf(api, id);
    answer = await api.put(`/api/verifications/${id}/review`, { data: { version, ...change }, headers });
  } while ((await answer.json()).code === "STALE_REVIEW");
  expect(answer.status(), await answer.text()).toBe(200);
}

export const acceptByApi = (api: APIRequestContext, id: string, reason = "Vi el original.") =>
  changeByApi(api, id, { state: "resolved", resolution: "accepted", reason });
