import type { CustodyGround } from "#lib/desk/contract/custody/custody.ts";
import type { CustodyProfile } from "#lib/desk/contract/custody/policy.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { type BlockedFile, type Erasures, MAX_BLOCKED } from "#lib/records/contract/privacy/erasures.ts";
import { listCertificates } from "./certificates.ts";

/** Blocked files, each with the ground that lasts longest. */
const BLOCKED = `
  SELECT verification_id, blocked_at, user_name AS blocked_by, reason,
    NULLIF(ends, 'infinity') AS blocked_until, COALESCE(ends <= now(), true) AS ended,
    longest.ground, longest.profile, longest.since, NULLIF(longest.until, 'infinity') AS until
  FROM blocked_verifications CROSS JOIN LATERAL (
    SELECT GREATEST(kept_until(verification_id, false), not_before) AS ends
  ) AS last LEFT JOIN LATERAL (
    SELECT ground, profile, since, until FROM custody_grounds(verification_id) WHERE until > now()
    ORDER BY until DESC LIMIT 1
  ) AS longest ON true
  ORDER BY blocked_at DESC, id_hash LIMIT ${MAX_BLOCKED}`;

type BlockedRow = Omit<BlockedFile, "kept"> & {
  ground: CustodyGround | "hold" | null;
  profile: CustodyProfile | null;
  since: Instant | null;
  until: Instant | null;
};

/** Blocked files, and the certificates of the last erasures (`GET /api/privacy/erasures`). */
export async function listErasures({ pool }: Pooled = database()): Promise<Erasures> {
  const { rows } = await pool.query<BlockedRow>(BLOCKED);
  const blocked = rows.map(({ ground, profile, since, until, ...file }) => ({
    ...file,
    kept: keptBy({ ground, profile, since, until }),
  }));
  return { blocked, certificates: await listCertificates(pool) };
}

function keptBy({ ground, profile, since, until }: Pick<BlockedRow, "ground" | "profile" | "since" | "until">) {
  if (ground === "hold") return { because: ground, until: null };
  return ground && profile && since ? { because: ground, profile, since, until } : null;
}
