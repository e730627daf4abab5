import { afterAll, beforeAll, beforeEach, expect, vi } from "vitest";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import type { ReplacementMove } from "#lib/core/contract/webhooks/webhooks.ts";
import { ensureReceiver } from "#lib/core/server/receiver-connection/ensure.ts";
import { listReveals } from "#lib/core/server/vault/reveals.ts";
import { openSecret } from "#lib/core/server/vault/vault.ts";
import { createWebhook } from "#lib/core/server/webhooks/commands.ts";
import type { Context } from "#lib/core/server/webhooks/context.ts";
import { moveReplacement, replaceWebhook } from "#lib/core/server/webhooks/replacement.ts";
import { startConnectedService } from "#tools/test/connected-service.ts";
import { crashAfter } from "#tools/test/crash-after.ts";
import { ANY_FAULT } from "./model.ts";

/** The login session that replaces a secret. */
export const SESSION = "a session";
/** A webhook of another system. */
export const FIELDS = { url: "https://hooks.maderas.mx/svc", events: [...EVENT_NAMES], description: "Billing" };

/** Faults of the service at calls about webhooks. */
export const WEBHOOK_FAULTS = {
  ...ANY_FAULT,
  kinds: [...ANY_FAULT.kinds, ["redirect"], ["status", 429]],
  path: "/v2/webhooks*",
} as const;

type AtService = { id: string; url: string; secret: string };

export type WebhooksWorld = Awaited<ReturnType<typeof startWorld>>;

/** The embedded service with its webhooks, and the database of a dashboard. */
export async function startWorld() {
  const connected = await startConnectedService();
  const { database, service } = connected;
  /**
   * The context of a process that dies after this number of operations; two processes have connections of their own.
   */
  function contextOf(process: 0 | 1, operations?: number): Context {
    const { pool, service: through } = crashAfter(operations);
    const from = ([database, connected.other] as const)[process];
    return { pool: pool(from.pool), service: through(connected.client()), local: true };
  }
  const context = contextOf(0);
  return {
    ...connected,
    context,
    contextOf,
    async begin(): Promise<void> {
      await service.call("DELETE", "/sandbox/faults");
      await database.pool.query(
        "DELETE FROM flows; DELETE FROM creation_attempts; DELETE FROM reveals; DELETE FROM receiver_secrets; DELETE FROM receivers; DELETE FROM vault_secrets",
      );
      await service.query("DELETE FROM sandbox.webhook");
    },
    /** The webhooks of the service's database, where faults have no effect. */
    atService: (): Promise<AtService[]> =>
      service.query("SELECT id, url, secret FROM sandbox.webhook ORDER BY created_at"),
    /** Inserts a webhook into the service's database, like a call whose answer is lost. */
    addWebhook: (url: string) =>
      service.query(
        `INSERT INTO sandbox.webhook (id, account_id, url, events, description, secret, created_at, updated_at)
         SELECT 'wh_' || md5(random()::text), account_id, $1, '{verification.v2.created}', '', 'whsec_unknown', now(), now()
         FROM sandbox.account LIMIT 1`,
        [url],
      ),
    /** Another system's webhook, whose secret `SESSION` does not have. */
    lost: async () => (await createWebhook(FIELDS, "another session", context)).id,
    async own(): Promise<string> {
      await ensureReceiver(database, context.service);
      const [row] = await connected.query<{ webhook_id: string }>("SELECT webhook_id FROM receivers");
      return row?.webhook_id ?? expect.unreachable();
    },
    replace: (id: string, of: Context = context, insteadOf?: string, session = SESSION) =>
      replaceWebhook({ id, instead_of: insteadOf, session_hash: session }, of),
    move: (id: string, name: ReplacementMove, of: Context = context) => moveReplacement({ id, move: name }, of),
    /** The secrets that a login session holds, by webhook. */
    held: async (session = SESSION) =>
      new Map((await listReveals(session, {}, database)).map(({ subject_id, value }) => [subject_id, value])),
    /** The secrets that the receiver accepts without an end time, by webhook. */
    async accepted(): Promise<Map<string, string>> {
      const rows = await connected.query<{ webhook_id: string; secret_id: string }>(
        "SELECT webhook_id, secret_id FROM receiver_secrets WHERE role <> 'retired'",
      );
      return new Map(
        await Promise.all(
          rows.map(
            async ({ webhook_id, secret_id }) => [webhook_id, await openSecret(database.pool, secret_id)] as const,
          ),
        ),
      );
    },
  };
}

/** Sets up a dashboard and the service for the tests of a file, and resets them before each test. */
export function inWorld(use: (world: WebhooksWorld) => void): void {
  let world: WebhooksWorld;
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  beforeAll(async () => {
    world = await startWorld();
    use(world);
  });
  afterAll(async () => {
    await world.end();
    vi.unstubAllEnvs();
  });
  beforeEach(async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    await world.begin();
  });
}
