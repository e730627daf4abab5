import type { Custody, FileCustody, LegalHold, LegalHolds } from "#lib/contract/custody/custody.ts";
import type { CustodyPolicyInput, NewLegalHold } from "#lib/contract/custody/custody-input.ts";
import { fileUrl, post, put, queryOf, remove } from "./api.ts";
import { verificationKeys } from "./query-keys.ts";

/** Why a file is kept, and its holds. The key is below the file's own key: live messages about the file refetch it too. */
export const fileCustodyOptions = (id: string) =>
  queryOf<FileCustody>([...verificationKeys.detail(id), "custody"], fileUrl(id, "/custody"));

export const custodyOptions = queryOf<Custody>(["custody"], "/api/privacy/custody");

export const holdsOptions = queryOf<LegalHolds>(["custody", "holds"], "/api/privacy/holds");

export const setCustodyPolicy = (body: CustodyPolicyInput): Promise<Custody> => put("/api/privacy/custody", body);

/** `ended_on` is `YYYY-MM-DD`, or null to clear the date. */
export const setRelationEnd = (id: string, ended_on: string | null): Promise<FileCustody> =>
  put(fileUrl(id, "/relation-end"), { ended_on });

/** One file, or all files that have a person with this CURP. */
export type HoldSubject = { verification_id: string } | { curp: string };

export const placeHold = (body: NewLegalHold): Promise<LegalHold> => post("/api/privacy/holds", body);

export const endHold = ({ hold_id, reason }: { hold_id: string; reason: string }): Promise<LegalHold> =>
  remove(`/api/privacy/holds/${hold_id}`, { reason });
