import { z } from "zod";
import type { VerificationSort } from "#lib/contract/verifications/verification-filter.ts";
import { readCursor, writeCursor } from "#lib/server/queries/page.ts";
import type { Order } from "./order.ts";

/** Where a page ended: its last row's stretch, the values that the order compares, as text, and its id. */
export type Position = { rank: number; values: string[]; id: string };

const shape = z.tuple([z.string(), z.int(), z.array(z.string().max(1000)).max(2), z.string().min(1).max(200)]);

const TEXT = {
  timestamptz: /^(-infinity|\d{4,6}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d(:\d\d){0,2})( BC)?)$/,
  bigint: /^\d{1,15}$/,
  text: /^[^\0]*$/,
};

export const cursorOf = (sort: VerificationSort, { rank, values, id }: Position): string =>
  writeCursor([sort, rank, values, id]);

/**
 * Reads where the last page ended. A cursor of another order, or one that was tampered with, starts again at the first
 * page instead of failing.
 */
export function positionOf(cursor: string | null | undefined, sort: VerificationSort, order: Order): Position | null {
  if (!cursor || cursor.length > 4000) return null;
  try {
    const [of, rank, values, id] = shape.parse(readCursor(cursor));
    const fits =
      order.stretches.some((stretch) => stretch.rank === rank) &&
      values.length === order.columns.length &&
      order.columns.every(
        ({ type }, index) => TEXT[type].test(values[index] ?? "") && isRealTime(type, values[index]),
      ) &&
      !id.includes("\0");
    return of === sort && fits ? { rank, values, id } : null;
  } catch {
    return null;
  }
}

const isRealTime = (type: string, value = ""): boolean =>
  type !== "timestamptz" || value === "-infinity" || !Number.isNaN(Date.parse(value));
