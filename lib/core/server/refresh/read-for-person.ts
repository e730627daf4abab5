import { database, type Pooled } from "#lib/server/db/database.ts";
import { serviceClient } from "#lib/server/service-calls/client.ts";
import { type ReadOutcome, readVerification } from "./read-verification.ts";

export type OpenInput = { verification_id: string; userId: string };

/** Reads a verification for a user who opens it. */
export function readForPerson(input: OpenInput, connection: Pooled = database()): Promise<ReadOutcome> {
  return readVerification(connection, serviceClient(connection), { ...input, subject: "verification" });
}
