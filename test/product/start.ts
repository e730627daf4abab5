import type { TestProject } from "vitest/node";
import { type Installation, startTestInstallation } from "#e2e/support/installation.ts";
import { freePort } from "#test/free-ports.ts";
import { startTestPostgres } from "#test/postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    installation: Omit<Installation, "stop"> & { metricsUrl: string };
  }
}

/** An installation for all tests of the product: the production build and its real processes. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  try {
    const metricsPort = String(await freePort());
    const { stop, ...installation } = await startTestInstallation(postgres.adminUrl, {
      METRICS_PORT: metricsPort,
      SECURITY_CONTACT: "security@cotejo.example",
    });
    project.provide("installation", { ...installation, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` });
    return async () => {
      await stop();
      await postgres.stop();
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
