import type { TitleFields, TitleFieldsState } from "#lib/contract/verifications/title-fields.ts";
import { put, queryOf } from "./api.ts";

const PATH = "/api/settings/title-fields";
const PROGRESS_MS = 1_000;

/** Which fields of the service's answers files are known by, which there are, and how far the files are with them. */
export const titleFieldsOptions = queryOf<TitleFieldsState>(["title-fields"], PATH, {
  staleTime: 0,
  // No event announces how far the files are.
  refetchInterval: ({ state }) => state.data?.progress?.finished === false && PROGRESS_MS,
});

/** Throws `STEP_UP_REQUIRED` if the password is due. */
export const chooseTitleFields = (body: TitleFields): Promise<TitleFieldsState> => put(PATH, body);
