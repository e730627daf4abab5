import type { ItemProblem, VerificationItem } from "#lib/core/contract/verifications/verification.ts";

type StatedItem = Pick<VerificationItem, "item_type" | "item_error" | "success">;

/** Why an item needs attention, written independently of `item_problem` of the database. */
export function itemProblem({ item_type, item_error, success }: StatedItem): ItemProblem | null {
  if (item_error !== null || item_type === "corrupted_file" || success === false) return "failed";
  return item_type === "unknown" ? "unclassified" : null;
}

export const withProblem = <T extends StatedItem>(item: T): T & { problem: ItemProblem | null } => ({
  ...item,
  problem: itemProblem(item),
});
