import type { Custody, FileCustody, LegalHold } from "#lib/contract/custody/custody.ts";
import type { CustodyPolicyInput, NewLegalHold } from "#lib/contract/custody/custody-input.ts";
import { api, queryOf } from "./api.ts";
import { verificationKeys } from "./query-keys.ts";

/** Why a file is kept, and its holds. The key is below the file's own key: live messages about the file refetch it too. */
export const fileCustodyOptions = (id: string) =>
  queryOf([...verificationKeys.detail(id), "custody"], "GET /api/verifications/{verification_id}/custody", {
    params: { verification_id: id },
  });

export const custodyOptions = queryOf(["custody"], "GET /api/privacy/custody");

export const holdsOptions = queryOf(["custody", "holds"], "GET /api/privacy/holds");

export const setCustodyPolicy = (body: CustodyPolicyInput): Promise<Custody> =>
  api("PUT /api/privacy/custody", { body });

/** `ended_on` is `YYYY-MM-DD`, or null to clear the date. */
export const setRelationEnd = (id: string, ended_on: string | null): Promise<FileCustody> =>
  api("PUT /api/verifications/{verification_id}/relation-end", { params: { verification_id: id }, body: { ended_on } });

/** One file, or all files that have a person with this CURP. */
export type HoldSubject = { verification_id: string } | { curp: string };

export const placeHold = (body: NewLegalHold): Promise<LegalHold> => api("POST /api/privacy/holds", { body });

export const endHold = ({ hold_id, reason }: { hold_id: string; reason: string }): Promise<LegalHold> =>
  api("DELETE /api/privacy/holds/{hold_id}", { params: { hold_id }, body: { reason } });
