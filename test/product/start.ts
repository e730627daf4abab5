import type { TestProject } from "vitest/node";
import { type Installation, startTestInstallation } from "#e2e/support/installation.ts";
import { startTestPostgres } from "#test/postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    installation: Omit<Installation, "stop">;
  }
}

/** An installation for all tests of the product: the production build and its real processes. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  try {
    const { stop, ...installation } = await startTestInstallation(postgres.adminUrl, {
      SECURITY_CONTACT: "security@cotejo.example",
    });
    project.provide("installation", installation);
    return async () => {
      await stop();
      await postgres.stop();
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
