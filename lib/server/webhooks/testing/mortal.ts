import type pg from "pg";
import type { Context } from "#lib/server/webhooks/context.ts";

/** What a process that was killed gets from whatever it tries. */
export class Killed extends Error {
  override name = "Killed";
}

/**
 * The context of a process that dies after so many operations: each statement and each call counts twice, before it is
 * done and before its answer is known. From then on nothing that it tries is done, and its connections break.
 */
export function mortal(context: Context, operations: number): Context {
  let left = operations;
  async function living<T>(work: () => Promise<T>): Promise<T> {
    if (left-- <= 0) throw new Killed();
    const result = await work();
    if (left-- <= 0) throw new Killed();
    return result;
  }
  const pool = {
    query: (...args: [string, unknown[]?]) => living(() => context.pool.query(...args)),
    async connect() {
      const client = await context.pool.connect();
      return {
        query: (...args: [string, unknown[]?]) => living(() => client.query(...args)),
        release: (broken?: Error) => client.release(left < 0 ? new Killed() : broken),
      };
    },
  } as unknown as pg.Pool;
  const { service } = context;
  return {
    ...context,
    pool,
    service: {
      listWebhooks: () => living(() => service.listWebhooks()),
      getWebhook: (id) => living(() => service.getWebhook(id)),
      createWebhook: (input) => living(() => service.createWebhook(input)),
      updateWebhook: (id, change) => living(() => service.updateWebhook(id, change)),
      deleteWebhook: (id) => living(() => service.deleteWebhook(id)),
    },
  };
}
