import { queryOf } from "#lib/platform/browser/api.ts";

export const erasuresOptions = () => queryOf(["erasures"], "GET /api/privacy/erasures", { staleTime: 0 });

export const certificateOptions = (id: string) =>
  queryOf(["erasures", id], "GET /api/privacy/erasures/{certificate_id}", { params: { certificate_id: id } });
