import type { AuditAction, AuditOutcome } from "#lib/platform/contract/audit/audit.ts";
import type { Permission } from "#lib/platform/contract/permissions.ts";
import { decodeSegment } from "#lib/platform/contract/text.ts";
import { CotejoError, describeFault } from "#lib/platform/server/base/errors.ts";
import { createCallLimit } from "#lib/platform/server/base/limits.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import type { Actor } from "./actor.ts";
import { type AuditIds, writeAudit } from "./write.ts";

/** The details that a command adds to the entry of its outcome. */
export type AuditDetails = { ids?: AuditIds; before?: object | undefined; after?: object | undefined };

export type CommandAudit = {
  /** Adds to the entry of the outcome; later details are merged field by field. */
  add(details: AuditDetails): void;
  /** For a command that goes on after its answer has begun: its outcome is written when the promise settles. */
  until(end: Promise<unknown>): void;
};

/** For handlers without entries. */
export const NO_AUDIT: CommandAudit = { add: () => undefined, until: () => undefined };

type BegunCommand = { action: AuditAction; ids: AuditIds; actor: Actor };

/**
 * Runs a command between two entries: its beginning, without which it does not run, and its outcome. After a kill in
 * between only the first entry is left, with an unknown outcome.
 */
export async function runAudited(
  begun: BegunCommand,
  work: (audit: CommandAudit) => Promise<unknown>,
  { pool }: Pooled = database(),
): Promise<unknown> {
  const intent_id = await writeAudit(pool, { ...begun, outcome: "begun" });
  const details: AuditDetails & { ids: AuditIds } = { ids: begun.ids };
  let end: Promise<unknown> | null = null;
  const write = (outcome: AuditOutcome, error_code: string | null) =>
    writeAudit(pool, { ...begun, ...details, outcome, error_code, intent_id }).catch((error: unknown) => {
      // The command is done even if its entry failed: the entry of the beginning stays, with an unknown outcome.
      createLog("dashboard").error(
        { action: begun.action, faults: describeFault(error) },
        "an outcome was not recorded",
      );
    });
  const audit: CommandAudit = {
    add({ ids, before, after }) {
      details.ids = { ...details.ids, ...ids };
      if (before) details.before = { ...details.before, ...before };
      if (after) details.after = { ...details.after, ...after };
    },
    until(promise) {
      end = promise;
    },
  };
  const failed = (error: unknown) => write("failed", codeOf(error));
  const result = await work(audit).catch(async (error: unknown) => {
    await failed(error);
    throw error;
  });
  if (end) void (end as Promise<unknown>).then(() => write("done", null), failed);
  else await write("done", null);
  return result;
}

const codeOf = (error: unknown): string => (error instanceof CotejoError ? error.code : "INTERNAL_SERVER_ERROR");

type DeniedRequest = {
  method: string;
  /** The pattern of a route or page, with the names of its parameters in place of their values. */
  route: string;
  permission: Permission;
  ids: AuditIds;
  error: Pick<CotejoError, "code">;
};

/** Far more refusals than people meet: a caller with more gets TOO_MANY_REQUESTS, so that the entries do not fill the trail. */
const limitDenials = createCallLimit({ calls: 600, seconds: 60 });

/** Records the refusal of a signed-in user or a token. Throws TOO_MANY_REQUESTS above the limit. */
export async function recordDenial(
  { method, route, permission, ids, error }: DeniedRequest,
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<void> {
  limitDenials(actor.user?.id ?? actor.token_id ?? "");
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
      const index = left.findLastIndex(([, value]) => value === segment || value === decodeSegment(segment));
      const [name] = index === -1 ? [] : (left.splice(index, 1)[0] ?? []);
      return name === undefined ? segment : `{${name}}`;
    });
  return named.reverse().join("/");
}
