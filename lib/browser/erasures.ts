import type { ErasureCertificate, Erasures } from "#lib/contract/privacy/erasures.ts";
import { queryOf } from "./api.ts";

export const erasuresOptions = () => queryOf<Erasures>(["erasures"], "/api/privacy/erasures", { staleTime: 0 });

export const certificateOptions = (id: string) =>
  queryOf<ErasureCertificate>(["erasures", id], `/api/privacy/erasures/${id}`);
