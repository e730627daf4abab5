import type { AuditAction, AuditOutcome } from "#lib/contract/audit/audit.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { describeFault } from "#lib/server/error-response.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { createLog } from "#lib/server/log.ts";
import type { Actor } from "./actor.ts";
import type { AuditIds } from "./ids.ts";
import { writeAudit } from "./write.ts";

/** What a command tells of itself while it is carried out. */
export type Told = { ids?: AuditIds; before?: object | undefined; after?: object | undefined };

export type CommandAudit = {
  /** Adds to the entry of the outcome; what is told later joins, field by field, what was told before. */
  add(told: Told): void;
  /** The command goes on after its answer has begun, and ends with this: only then its outcome is written. */
  until(end: Promise<unknown>): void;
};

/** Of a handler that is no command. */
export const UNTOLD: CommandAudit = { add: () => undefined, until: () => undefined };

type Begun = { action: AuditAction; ids: AuditIds; actor: Actor };

/**
 * Carries a command out between two entries: that it begins, without which it is not done, and how it ended. A process
 * that is killed in between leaves the first one alone, whose outcome is not known.
 */
export async function runAudited(
  begun: Begun,
  work: (audit: CommandAudit) => Promise<unknown>,
  { pool }: Pick<Database, "pool"> = database(),
): Promise<unknown> {
  const intent_id = await writeAudit(pool, { ...begun, outcome: "begun" });
  const told: Told & { ids: AuditIds } = { ids: begun.ids };
  let end: Promise<unknown> | null = null;
  const write = (outcome: AuditOutcome, error_code: string | null) =>
    writeAudit(pool, { ...begun, ...told, outcome, error_code, intent_id }).catch((error: unknown) => {
      // It is done, whatever became of its entry: the one of the intent stands, and says that the outcome is not known.
      createLog("dashboard").error(
        { action: begun.action, faults: describeFault(error) },
        "an outcome was not recorded",
      );
    });
  const audit: CommandAudit = {
    add({ ids, before, after }) {
      told.ids = { ...told.ids, ...ids };
      if (before) told.before = { ...told.before, ...before };
      if (after) told.after = { ...told.after, ...after };
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
