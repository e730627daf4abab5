import { queryOptions } from "@tanstack/react-query";
import type { ErasureCertificate, Erasures } from "#lib/contract/privacy/erasures.ts";
import { read } from "./api.ts";

export const erasuresOptions = () =>
  queryOptions({
    queryKey: ["erasures"] as const,
    queryFn: read<Erasures>("/api/privacy/erasures"),
    staleTime: 0,
  });

export const certificateOptions = (id: string) =>
  queryOptions({
    queryKey: ["erasures", id] as const,
    queryFn: read<ErasureCertificate>(`/api/privacy/erasures/${id}`),
  });

/** The evidence package of a blocked file; the reason is in the audit trail, and must not name the person. */
export const packagePath = (verification_id: string, format: "html" | "zip", reason: string): string =>
  `/api/evidence/verifications/${encodeURIComponent(verification_id)}?${new URLSearchParams({ format, reason })}`;
