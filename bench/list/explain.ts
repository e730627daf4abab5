import type { VerificationFilter } from "#lib/contract/verifications/verification-filter.ts";
import type { Database, Pooled } from "#lib/server/db/database.ts";
import { listVerifications } from "#lib/server/verifications/list/list.ts";

/** The plans, with what each step took, of the statements that a page of the list makes. */
export async function explain({ pool }: Pooled, filter: VerificationFilter, cursor: string | null): Promise<string> {
  const plans: string[] = [];
  const query = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(
      `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${text}`,
      values,
    );
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    return pool.query(text, values);
  };
  await listVerifications({ filter, cursor }, { pool: { query } as unknown as Database["pool"] });
  return plans.join("\n\n");
}
