import type { TitleFields, TitleFieldsState } from "#lib/contract/verifications/title-fields.ts";
import { put, queryOf } from "./api.ts";

const PATH = "/api/settings/title-fields";
const POLL_INTERVAL_MS = 1_000;

/** The fields of the service's answers that name files, the available fields, and the progress of applying a choice. */
export const titleFieldsOptions = queryOf<TitleFieldsState>(["title-fields"], PATH, {
  staleTime: 0,
  // Polled: no live message announces the progress.
  refetchInterval: ({ state }) => state.data?.progress?.finished === false && POLL_INTERVAL_MS,
});

/** Throws `STEP_UP_REQUIRED` if the password is due. */
export const chooseTitleFields = (body: TitleFields): Promise<TitleFieldsState> => put(PATH, body);
