import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { queryOf } from "#lib/platform/browser/api.ts";

/** Why a file is kept, and its holds. The key is below the file's own key: live messages about the file refetch it too. */
export const fileCustodyOptions = (id: string) =>
  queryOf([...verificationKeys.detail(id), "custody"], "GET /api/verifications/{verification_id}/custody", {
    params: { verification_id: id },
  });

export const custodyOptions = queryOf(["custody"], "GET /api/privacy/custody");

export const holdsOptions = queryOf(["custody", "holds"], "GET /api/privacy/holds");
