import { queryOptions } from "@tanstack/react-query";
import type { VerificationPeople } from "#lib/contract/person.ts";
import { api } from "./api.ts";

/** Keys of everything about people. */
export const peopleKeys = {
  all: ["people"] as const,
  ofVerification: (id: string) => [...peopleKeys.all, "verification", id] as const,
};

const path = (id: string) => `/api/verifications/${encodeURIComponent(id)}/people`;

/**
 * The people of a verification. The first time, which is their opening, the service is read; what live news ask for
 * again comes from the read model. They are personal data: nothing of them is kept once no page shows them, and the next
 * time is an opening again.
 */
export const verificationPeopleOptions = (id: string) =>
  queryOptions({
    queryKey: peopleKeys.ofVerification(id),
    queryFn: ({ client, queryKey, signal }) => {
      const opened = client.getQueryData(queryKey) !== undefined;
      return api<VerificationPeople>(opened ? `${path(id)}?read=false` : path(id), { signal });
    },
    gcTime: 0,
    // The server has tried more than once already: who waits is told at once, and can try again.
    retry: false,
  });

/** Has the server read these people from the service now, and answers what is known then. */
export const readPeopleAgain = (id: string) => api<VerificationPeople>(path(id));
