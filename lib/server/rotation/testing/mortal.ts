import type { Context, Service } from "#lib/server/rotation/context.ts";
import { mortalProcess, type Through } from "#test/mortal.ts";

/** Long enough for a healthy answer on a busy machine; what a fault hangs is given up after it. */
export const DEADLINE_MS = 400;

/** The context of a process that dies after so many operations. */
export function mortal(context: Context, operations: number): Context {
  const { pool, through } = mortalProcess(operations);
  return {
    ...context,
    pool: pool(context.pool),
    serviceWith: (apiKey) => wrap(context.serviceWith(apiKey), through),
  };
}

/** The same, and it lives on. */
export const impatient = (context: Context): Context => ({
  ...context,
  serviceWith: (apiKey) => wrap(context.serviceWith(apiKey), (work) => work()),
});

const wrap = (service: Service, through: Through): Service => ({
  listApiKeys: () => through(() => service.listApiKeys({ deadlineMs: DEADLINE_MS })),
  createApiKey: (name) => through(() => service.createApiKey(name, { deadlineMs: DEADLINE_MS })),
  deleteApiKey: (id) => through(() => service.deleteApiKey(id, { deadlineMs: DEADLINE_MS })),
});
