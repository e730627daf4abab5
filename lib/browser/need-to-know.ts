import type { NeedToKnowInput, OpeningReasonInput } from "#lib/contract/need-to-know/need-to-know-input.ts";
import type { NeedToKnow } from "#lib/contract/need-to-know/policy.ts";
import { fileUrl, post, put, queryOf } from "./api.ts";

export const needToKnowOptions = queryOf<NeedToKnow>(["need-to-know"], "/api/settings/need-to-know");

export const saveNeedToKnow = (body: NeedToKnowInput): Promise<NeedToKnow> => put("/api/settings/need-to-know", body);

type PersonId = { verification_id: string; people_id: number };

/** Records why the user opens a person, before the person's data is requested again. */
export const giveReason = ({ verification_id, people_id, ...reason }: PersonId & OpeningReasonInput): Promise<void> =>
  post(fileUrl(verification_id, `/people/${people_id}/opening`), reason);
