import { z } from "zod";
import { parseInstant } from "#lib/contract/time.ts";
import { readCursor, writeCursor } from "#lib/server/queries/page.ts";

/** Where a page ended: its last row's stretch of the order, its time as the database writes it, and its key. */
export type Position = { rank: number; at: string; id: string; position: number };

const shape = z.tuple([z.literal([0, 1]), z.string().max(60), z.string().min(1).max(200), z.int().min(0)]);

export const cursorOf = ({ rank, at, id, position }: Position): string => writeCursor([rank, at, id, position]);

/** A cursor that was tampered with starts again at the first page instead of failing. */
export function positionOf(cursor: string | null | undefined): Position | null {
  try {
    const [rank, at, id, position] = shape.parse(readCursor(cursor ?? ""));
    return parseInstant(at) && !id.includes("\0") && position < 2 ** 31 ? { rank, at, id, position } : null;
  } catch {
    return null;
  }
}
