import { z } from "zod";
import { parseInstant } from "#lib/contract/time.ts";

/** Where a page ended: its last row's stretch of the order, its time as the database writes it, and its key. */
export type Position = { rank: number; at: string; id: string; position: number };

const shape = z.tuple([z.literal([0, 1]), z.string().max(60), z.string().min(1).max(200), z.int().min(0)]);

export const writeCursor = ({ rank, at, id, position }: Position): string =>
  Buffer.from(JSON.stringify([rank, at, id, position])).toString("base64url");

/** A cursor that was tampered with starts again at the first page instead of failing. */
export function readCursor(cursor: string | null | undefined): Position | null {
  try {
    const [rank, at, id, position] = shape.parse(JSON.parse(Buffer.from(cursor ?? "", "base64url").toString("utf8")));
    return parseInstant(at) && !id.includes("\0") && position < 2 ** 31 ? { rank, at, id, position } : null;
  } catch {
    return null;
  }
}
