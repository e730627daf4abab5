import type { ItemProblem, VerificationItem } from "#lib/contract/verifications/verification.ts";

type Stated = Pick<VerificationItem, "item_type" | "item_error" | "success">;

/** Why an item needs attention, said apart from `item_problem` of the database. */
export function itemProblem({ item_type, item_error, success }: Stated): ItemProblem | null {
  if (item_error !== null || item_type === "corrupted_file" || success === false) return "failed";
  return item_type === "unknown" ? "unclassified" : null;
}

export const withProblem = <T extends Stated>(item: T): T & { problem: ItemProblem | null } => ({
  ...item,
  problem: itemProblem(item),
});
