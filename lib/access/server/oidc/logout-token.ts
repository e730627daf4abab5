import { hash } from "node:crypto";
import { jwtVerify } from "jose";
import { z } from "zod";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { invalid } from "#lib/platform/server/base/errors.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { ALGORITHMS, isTokenFault, keysOf } from "./keys.ts";
import { logFault, type ProviderSettings } from "./provider.ts";

/** The event that makes a token a logout token (OpenID Connect Back-Channel Logout 1.0). */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** A token older than this is refused, so that its `jti` need not be kept longer. */
const MAX_AGE_SECONDS = 10 * 60;

const VERIFY_OPTIONS = { algorithms: ALGORITHMS, clockTolerance: 60, maxTokenAge: MAX_AGE_SECONDS };

const name = z.string().min(1).max(255);
const claims = z.looseObject({
  jti: name,
  sub: name.optional(),
  sid: name.optional(),
  events: z.looseObject({ [EVENT]: z.record(z.string(), z.unknown()) }),
  // An ID token has a nonce; a logout token must not.
  nonce: z.undefined().optional(),
});
/** Older providers set no `typ` of their own; a token of another type is for another use. */
const type = z
  .string()
  .regex(/^(application\/)?(logout\+)?jwt$/i)
  .optional();

type Logout = { issuer: string; jti: string; sub: string | null; sid: string | null };

/** Checks signature and claims of a logout token, but not a repeated use. Throws VALIDATION_ERROR. */
export async function readLogoutToken(token: string, settings: ProviderSettings): Promise<Logout> {
  const { issuer, clientId: audience } = settings;
  const keys = await keysOf(settings);
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, { ...VERIFY_OPTIONS, issuer, audience });
    type.parse(protectedHeader.typ);
    const { jti, sub = null, sid = null } = claims.parse(payload);
    if (sub === null && sid === null) throw new RangeError("neither person nor session");
    return { issuer, jti, sub, sid };
  } catch (error) {
    if (!isTokenError(error)) logFault(error, "the keys of the OpenID provider could not be read");
    throw invalid("The logout token is refused.");
  }
}

const isTokenError = (error: unknown): boolean =>
  error instanceof z.ZodError || error instanceof RangeError || isTokenFault(error);

/**
 * Ends the sessions by the provider that a logout token names: one session, or all sessions of a user. Live streams end
 * within five seconds. Throws VALIDATION_ERROR for a repeated token. Returns the number of sessions.
 */
export function logOutByProvider(logout: Logout, { pool }: Pooled = database()): Promise<number> {
  return inTransaction(pool, async (tx) => {
    await tx.query("DELETE FROM provider_logouts WHERE forget_at < now()");
    const { rowCount } = await tx.query(
      `INSERT INTO provider_logouts (token_hash, forget_at) VALUES ($1, now() + make_interval(secs => $2))
       ON CONFLICT DO NOTHING`,
      [hashLogout(logout), 2 * MAX_AGE_SECONDS],
    );
    if (!rowCount) throw invalid("The logout token is refused: it came before.");
    const { rows } = await tx.query<{ id_hash: string; user_id: string }>(
      `UPDATE sessions SET revoked_at = now()
       WHERE issuer = $1 AND revoked_at IS NULL AND expires_at > now()
         AND ($2::text IS NULL OR provider_session = $2)
         AND ($3::text IS NULL OR user_id IN (SELECT user_id FROM provider_identities WHERE issuer = $1 AND subject = $3))
       RETURNING id_hash, user_id`,
      [logout.issuer, logout.sid, logout.sub],
    );
    for (const { id_hash, user_id } of rows) {
      await writeAudit(tx, {
        action: "session.ended",
        ids: { user_id, session_id: id_hash },
        actor: SYSTEM_ACTOR,
        after: { by: "provider" },
      });
    }
    return rows.length;
  });
}

const hashLogout = ({ issuer, jti }: Logout): string => hash("sha256", JSON.stringify([issuer, jti]));
