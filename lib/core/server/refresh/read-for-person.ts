import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { type ReadOutcome, readVerification } from "./read-verification.ts";

export type OpenInput = { verification_id: string; userId: string };

/** Reads a verification for a user who opens it. */
export function readForPerson(input: OpenInput, connection: Pooled = database()): Promise<ReadOutcome> {
  return readVerification(connection, serviceClient(connection), { ...input, subject: "verification" });
}
