import type { Permission } from "#lib/contract/access/permissions.ts";
import { createCallLimit } from "#lib/server/call-limit.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import type { CotejoError } from "#lib/server/errors.ts";
import type { Actor } from "./actor.ts";
import type { AuditIds } from "./ids.ts";
import { writeAudit } from "./write.ts";

type Refused = {
  method: string;
  /** The pattern of a route or page, with the names of its parameters in place of their values. */
  route: string;
  /** What it asks for. */
  permission: Permission;
  ids: AuditIds;
  error: Pick<CotejoError, "code">;
};

/** Far more than people run into: who is refused so often fills the trail, and gets another answer instead of an entry. */
const withinReason = createCallLimit({ calls: 600, seconds: 60 });

/** Records that somebody who is signed in was refused. Throws TOO_MANY_REQUESTS where that happens all the time. */
export async function recordDenial(
  { method, route, permission, ids, error }: Refused,
  actor: Actor,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<void> {
  withinReason(actor.user?.id ?? "");
  const after = { method, route, permission };
  await writeAudit(pool, { action: "access.denied", ids, actor, after, outcome: "refused", error_code: error.code });
}

type Params = Record<string, string | string[] | undefined>;

/** `/api/webhooks/wh_1` of `{ webhook_id: "wh_1" }` is `/api/webhooks/{webhook_id}`: each value once, from the end. */
export function patternOf(path: string, params: Params): string {
  const left = Object.entries(params);
  const named = path
    .split("/")
    .reverse()
    .map((segment) => {
      const index = left.findLastIndex(([, value]) => value === segment || value === decoded(segment));
      const [name] = index === -1 ? [] : (left.splice(index, 1)[0] ?? []);
      return name === undefined ? segment : `{${name}}`;
    });
  return named.reverse().join("/");
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
