import { isKnownFile } from "#lib/core/server/titles/find-file.ts";
import type { CustodyGround, FileCustody, KeepingGround } from "#lib/desk/contract/custody/custody.ts";
import type { CustodyProfile } from "#lib/desk/contract/custody/policy.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { type Env, env } from "#lib/platform/server/base/env.ts";
import { CotejoError, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { holdsOfFile } from "./list-holds.ts";

type Ground =
  | { ground: "hold"; ended: false; until: null }
  | { ground: CustodyGround; profile: CustodyProfile; since: Instant; until: Instant | null; ended: boolean };

const GROUNDS = `
  SELECT ground, profile, since, NULLIF(until, 'infinity') AS until, COALESCE(until <= now(), profile = 'minimum') AS ended
  FROM custody_grounds($1) ORDER BY custody_grounds.until DESC NULLS LAST`;

/** Why a file is kept and until when, and its holds (`GET /api/verifications/{id}/custody`). Throws NOT_FOUND. */
export async function readFileCustody(
  verification_id: string,
  { pool }: Pooled = database(),
  { keepsDecided }: Pick<Env, "keepsDecided"> = env(),
): Promise<FileCustody> {
  if (!(await isKnownFile(pool, verification_id))) throw notFound("This verification");
  const [grounds, holds, ended] = await Promise.all([
    readGrounds(pool, verification_id),
    holdsOfFile(pool, verification_id),
    pool.query<{ ended_on: string }>(RELATION, [verification_id]),
  ]);
  return {
    ...shownOf(grounds, keepsDecided.payloads),
    holds,
    decided: grounds.some(({ ground }) => ground !== "hold" && ground !== "undecided"),
    relation_ended_on: ended.rows[0]?.ended_on ?? null,
  };
}

const RELATION = "SELECT to_char(ended_on, 'YYYY-MM-DD') AS ended_on FROM relation_ends WHERE verification_id = $1";

/** Why a file is kept and until when, for its decision record. */
export async function readKept(
  client: Client,
  verification_id: string,
  { keepsDecided }: Pick<Env, "keepsDecided"> = env(),
): Promise<KeepingGround | null> {
  return shownOf(await readGrounds(client, verification_id), keepsDecided.payloads).kept;
}

const readGrounds = async (client: Client, verification_id: string): Promise<Ground[]> =>
  (await client.query<Ground>(GROUNDS, [verification_id])).rows;

function shownOf(rows: readonly Ground[], keepsPayloads: boolean): Pick<FileCustody, "kept" | "erasable"> {
  const lasting = rows.filter(({ ended }) => !ended);
  const [longest] = lasting.filter((row) => row.ground === "hold" || row.until !== null);
  const byVariables = lasting.find((row) => row.ground !== "hold" && row.ground !== "undecided" && row.until === null);
  const shown = longest ?? (keepsPayloads ? byVariables : undefined);
  return { kept: shown ? keptBy(shown) : null, erasable: longest === undefined };
}

function keptBy(row: Ground): KeepingGround {
  if (row.ground === "hold") return { because: "hold", until: null };
  const { ground, profile, since, until } = row;
  return { because: ground, profile, since, until };
}

/** The hold or profile that covers the file for longest; null if none does. */
export async function coveredBy(client: Client, verification_id: string): Promise<KeepingGround | null> {
  return shownOf(await readGrounds(client, verification_id), false).kept;
}

/** Throws MUST_BE_KEPT with the holds of the file while a hold is in force. */
export async function refuseHeld(tx: Client, verification_id: string): Promise<void> {
  const holds = await holdsOfFile(tx, verification_id);
  if (holds.length === 0) return;
  const message = "A legal hold keeps this file: nothing of it is erased or blocked until a person has ended the hold.";
  throw new CotejoError("MUST_BE_KEPT", 409, message, { details: { kept: { because: "hold", until: null }, holds } });
}

/** Throws MUST_BE_KEPT with the reason in words while a hold or a profile covers the file. */
export async function refuseCovered(tx: Client, verification_id: string): Promise<void> {
  await refuseHeld(tx, verification_id);
  const kept = await coveredBy(tx, verification_id);
  if (kept && kept.because !== "hold") throw new CotejoError("MUST_BE_KEPT", 409, wordsOf(kept), { details: { kept } });
}

function wordsOf(kept: Exclude<KeepingGround, { because: "hold" }>): string {
  const state = {
    ...{ accepted: "it was accepted", rejected: "it was rejected" },
    ...{ undecided: "something came in about it", relation: "the relation ended" },
  };
  const { because, since, until, profile } = kept;
  return `This file is kept until ${until?.slice(0, 10)}: ${state[because]} on ${since.slice(0, 10)} (profile ${profile}).`;
}
