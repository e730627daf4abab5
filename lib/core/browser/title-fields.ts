import type { TitleFields, TitleFieldsState } from "#lib/core/contract/verifications/title-fields.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";

const POLL_INTERVAL_MS = 1_000;

/** The fields of the service's answers that name files, the available fields, and the progress of applying a choice. */
export const titleFieldsOptions = queryOf(["title-fields"], "GET /api/settings/title-fields", {
  staleTime: 0,
  // Polled: no live message announces the progress.
  refetchInterval: ({ state }) => state.data?.progress?.finished === false && POLL_INTERVAL_MS,
});

/** Throws `STEP_UP_REQUIRED` if the password is due. */
export const chooseTitleFields = (body: TitleFields): Promise<TitleFieldsState> =>
  api("PUT /api/settings/title-fields", { body });
