import type pg from "pg";
import type { Context, Service } from "#lib/server/rotation/context.ts";

/** What a process that was killed gets from whatever it tries. */
export class Killed extends Error {
  override name = "Killed";
}

/** Long enough for a healthy answer on a busy machine; what a fault hangs is given up after it. */
export const DEADLINE_MS = 400;

/**
 * The context of a process that dies after so many operations: each statement and each call counts twice, before it is
 * done and before its answer is known. From then on nothing that it tries is done.
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
        // The connections of a dead process break.
        release: (broken?: Error) => client.release(left < 0 ? new Killed() : broken),
      };
    },
  } as unknown as pg.Pool;
  return { ...context, pool, serviceWith: (apiKey) => wrap(context.serviceWith(apiKey), living) };
}

/** The same, and it lives on. */
export const impatient = (context: Context): Context => ({
  ...context,
  serviceWith: (apiKey) => wrap(context.serviceWith(apiKey), (work) => work()),
});

type Through = <T>(work: () => Promise<T>) => Promise<T>;

const wrap = (service: Service, through: Through): Service => ({
  listApiKeys: () => through(() => service.listApiKeys({ deadlineMs: DEADLINE_MS })),
  createApiKey: (name) => through(() => service.createApiKey(name, { deadlineMs: DEADLINE_MS })),
  deleteApiKey: (id) => through(() => service.deleteApiKey(id, { deadlineMs: DEADLINE_MS })),
});
