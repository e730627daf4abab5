import type { ItemHistoryEntry, ItemProblem, VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

export type ItemChange = ItemHistoryEntry & {
  item_id: number;
  signed_before: Instant;
  /** The outcome of the item's last extraction, and the reason why the item needs attention, after this change. */
  extracted: boolean | null;
  problem: ItemProblem | null;
};

export async function readItemChanges(client: Client, verification_id: string): Promise<ItemChange[]> {
  const { rows } = await client.query<ItemChange>(
    `SELECT item_id, kind, effective_at AS at, at_text, signed_before, item_type, item_error, internal_status, success, extracted,
       problem
     FROM item_changes_of($1) ORDER BY item_id, place`,
    [verification_id],
  );
  return rows;
}

export const readItems = async (client: Client, verification_id: string): Promise<VerificationItem[]> =>
  collectItems(await readItemChanges(client, verification_id));

export const collectItems = (changes: readonly ItemChange[]): VerificationItem[] =>
  [...Map.groupBy(changes, ({ item_id }) => item_id)].map(([item_id, own]) => itemOf(item_id, own));

function itemOf(item_id: number, changes: ItemChange[]): VerificationItem {
  const current = changes.at(-1);
  const last = (kind: ItemChange["kind"]) => changes.findLast((change) => change.kind === kind);
  return {
    item_id,
    item_type: current?.item_type ?? null,
    item_error: current?.item_error ?? null,
    internal_status: last("internal_status_changed")?.internal_status ?? null,
    completed_at: last("completed")?.at ?? null,
    extraction_completed_at: last("extraction_completed")?.at ?? null,
    success: current?.extracted ?? null,
    problem: current?.problem ?? null,
    history: changes.map(({ item_id: _, signed_before, extracted, problem, ...entry }) => entry),
  };
}
