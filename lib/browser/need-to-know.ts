import type { NeedToKnowInput, OpeningReasonInput } from "#lib/contract/need-to-know/need-to-know-input.ts";
import type { NeedToKnow } from "#lib/contract/need-to-know/policy.ts";
import { api, queryOf } from "./api.ts";

export const needToKnowOptions = queryOf(["need-to-know"], "GET /api/settings/need-to-know");

export const saveNeedToKnow = (body: NeedToKnowInput): Promise<NeedToKnow> =>
  api("PUT /api/settings/need-to-know", { body });

type PersonId = { verification_id: string; people_id: number };

/** Records why the user opens a person, before the person's data is requested again. */
export const giveReason = ({ verification_id, people_id, ...reason }: PersonId & OpeningReasonInput): Promise<void> =>
  api("POST /api/verifications/{verification_id}/people/{people_id}/opening", {
    params: { verification_id, people_id },
    body: reason,
  });
