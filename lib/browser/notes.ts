import { queryOf } from "./api.ts";
import { verificationKeys } from "./query-keys.ts";

export const notesOptions = (id: string) =>
  queryOf(verificationKeys.notes(id), "GET /api/verifications/{verification_id}/notes", {
    params: { verification_id: id },
  });
