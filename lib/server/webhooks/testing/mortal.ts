import type { Context } from "#lib/server/webhooks/context.ts";
import { mortalProcess } from "#test/mortal.ts";

/** The context of a process that dies after so many operations. */
export function mortal(context: Context, operations: number): Context {
  const { pool, through } = mortalProcess(operations);
  const { service } = context;
  return {
    ...context,
    pool: pool(context.pool),
    service: {
      listWebhooks: () => through(() => service.listWebhooks()),
      getWebhook: (id) => through(() => service.getWebhook(id)),
      createWebhook: (input) => through(() => service.createWebhook(input)),
      updateWebhook: (id, change) => through(() => service.updateWebhook(id, change)),
      deleteWebhook: (id) => through(() => service.deleteWebhook(id)),
    },
  };
}
