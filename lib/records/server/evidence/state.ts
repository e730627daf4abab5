import { erasureLogState } from "#lib/core/server/erasure-log/erasure-log-file.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { type Client, database, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import { type EvidenceState, type SentHead, SHOWN_HEADS } from "#lib/records/contract/evidence/state.ts";
import { unsealedTimes } from "./progress.ts";
import { findHead } from "./proofs.ts";

/** Maximum of counted entries of a table. */
const MAX_COUNTED = 10_000;

const UNSEALED = `
  SELECT count(*)::int AS count, min(at) AS since FROM (${unsealedTimes(MAX_COUNTED)}) AS entries`;

const BEGUN = "SELECT max(at) AS begun_at FROM evidence_events WHERE kind = 'log_begun'";

const HEADS = `
  SELECT head.id AS head_id, head.left_at, head.size, encode(head.root, 'hex') AS root,
    COALESCE(head.left_at < $1, false) AS is_former,
    COALESCE((
      SELECT jsonb_agg(jsonb_build_object('channel_id', channel.id, 'name', channel.name, 'state', sending.state)
        ORDER BY lower(channel.name), channel.id)
      FROM channels AS channel JOIN outgoing AS sending ON sending.target = 'channel:' || channel.id
        AND sending.kind = 'evidence_head' AND sending.source = 'evidence:' || head.size || ':' || encode(head.root, 'hex')
    ), '[]') AS sendings
  FROM evidence_heads AS head ORDER BY head.id DESC LIMIT ${SHOWN_HEADS}`;

const CHANNELS = "SELECT count(*)::int AS count FROM channels WHERE 'evidence_head' = ANY (events)";

/** The log of evidence as its page shows it: the newest head, entries that are not sealed yet, and heads that left. */
export async function readEvidenceState({ pool }: Pooled = database()): Promise<EvidenceState> {
  const erasure_log = await erasureLogState();
  const { APP_ORIGIN: origin } = env();
  return inSnapshot(pool, async (tx) => {
    const [begun] = (await tx.query<{ begun_at: Instant | null }>(BEGUN)).rows;
    const begun_at = begun?.begun_at ?? null;
    const { working } = await readPolicy(tx);
    const [channels] = (await tx.query<{ count: number }>(CHANNELS)).rows;
    return {
      ...{ head: await findHead(tx), unsealed: await readUnsealed(tx) },
      heads: (await tx.query<SentHead>(HEADS, [begun_at])).rows,
      ...{ channels: channels?.count ?? 0, erasure_log, begun_at, time_zone: working.time_zone, origin },
    };
  });
}

async function readUnsealed(tx: Client): Promise<EvidenceState["unsealed"]> {
  const [row] = (await tx.query<{ count: number; since: Instant | null }>(UNSEALED)).rows;
  const count = row?.count ?? 0;
  return { count: count < MAX_COUNTED ? count : { at_least: MAX_COUNTED }, since: row?.since ?? null };
}
