import type { ServiceClient } from "#lib/core/server/service/client.ts";

/** A service with every verification, its company and people; it answers once `answered` is fulfilled. */
export function knowingService(
  answered: Promise<unknown> = Promise.resolve(),
): Pick<ServiceClient, "readVerification" | "readPeople"> {
  const answer = async (body: object) => {
    await answered;
    return { body, began_at_ms: Date.now() };
  };
  return {
    readVerification: (id) =>
      answer({ verification_id: id, status: "finished", tag: "T-1", company: { legal_name: `Casa ${id}`, rfc: id } }),
    readPeople: (id) => answer({ verification_id: id, full_list: [{ people_id: 1, full_name: `Ana ${id}` }] }),
  };
}
