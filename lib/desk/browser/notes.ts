import { queryOf } from "#lib/platform/browser/api.ts";

export const notesOptions = (id: string) =>
  queryOf(["verifications", "notes", id], "GET /api/verifications/{verification_id}/notes", {
    params: { verification_id: id },
  });
