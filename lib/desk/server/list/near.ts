import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { ruleOfUser } from "#lib/core/server/need-to-know/policy.ts";
import { hasHidden } from "#lib/core/server/need-to-know/searched-text.ts";
import { shownName } from "#lib/platform/contract/text.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

/** Between 0 and 1: two letters of a word of six may differ. */
const LEAST = 0.4;
const TOO_SLOW = "57014";

const NEAR = `
  SELECT name FROM (
    SELECT title, tag FROM verification_summaries WHERE searched %> folded($1) LIMIT 500
  ) AS candidate CROSS JOIN LATERAL unnest(ARRAY[title, tag]) AS name
  WHERE word_similarity(folded($1), folded(name)) >= ${LEAST}
  GROUP BY name ORDER BY word_similarity(folded($1), folded(name)) DESC, name LIMIT 3`;

const LIMITS = `SELECT set_config('statement_timeout', '500', true),
  set_config('pg_trgm.word_similarity_threshold', '${LEAST}', true)`;

/**
 * Titles and tags spelled nearly like the text of a search that found nothing, the nearest first; none if other filters
 * apply. Names with text that the reader's searches must not match are left out (docs/decisions/0036).
 */
export async function nearSpellings(
  filter: VerificationFilter,
  userId: string,
  { pool }: Pooled = database(),
): Promise<string[]> {
  const { q } = filter;
  if (q === null || VERIFICATION_FILTER.narrows({ ...filter, q: null })) return [];
  const rule = await ruleOfUser(userId, pool);
  try {
    return await inTransaction(pool, async (tx) => {
      await tx.query(LIMITS);
      const { rows } = await tx.query<{ name: string }>(NEAR, [q]);
      return rows.flatMap(({ name }) => (hasHidden(name, rule) ? [] : (shownName(name) ?? [])));
    });
  } catch (error) {
    if ((error as { code?: string }).code === TOO_SLOW) return [];
    throw error;
  }
}
