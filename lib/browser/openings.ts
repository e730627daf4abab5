import { queryOptions } from "@tanstack/react-query";
import type { Openings } from "#lib/contract/audit/audit.ts";
import { api } from "./api.ts";
import { peopleKeys } from "./people.ts";

/** Who opened a person last; asked again with the people, whose opening is one. */
export const personOpeningsOptions = (id: string, personId: number) =>
  queryOptions({
    queryKey: [...peopleKeys.ofVerification(id), "openings", personId] as const,
    queryFn: ({ signal }) =>
      api<Openings>(`/api/verifications/${encodeURIComponent(id)}/people/${personId}/openings`, { signal }),
    gcTime: 0,
  });
