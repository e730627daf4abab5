import type { Person } from "#lib/contract/person.ts";

/** How the CURP lookup of a person stands; `code` as the event told it, `message` in the words of the service. */
export type LookupOutcome =
  | { state: "found" | "untold" | "none" }
  | { state: "failed"; code: string | null; message: string | null };

/** What is known of the lookup: the last failure that an event told, else what the answer says. */
export function lookupOutcome({ lookup_error, external_identities: { curp } }: Person): LookupOutcome {
  if (lookup_error) {
    const { people_error: code, people_error_message } = lookup_error;
    // What the answer says belongs to this failure only where it tells of one.
    return { state: "failed", code, message: people_error_message ?? (curp?.success === false ? curp.message : null) };
  }
  if (!curp) return { state: "none" };
  if (curp.success === null) return { state: "untold" };
  return curp.success ? { state: "found" } : { state: "failed", code: null, message: curp.message };
}

/** The CURP that the registry told, else the one that was searched. */
export const curpOf = ({ external_identities: { curp } }: Person): string | null =>
  curp?.applicant_data?.curp ?? curp?.search_number ?? null;
