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
