import type { TestProject } from "vitest/node";
import { type Installation, startForRun } from "#e2e/support/installation.ts";
import { freePort } from "#tools/test/free-ports.ts";

declare module "vitest" {
  export interface ProvidedContext {
    installation: Omit<Installation, "stop"> & { metricsUrl: string };
  }
}

/** An installation for all tests of the product: the production build and its real processes. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const metricsPort = String(await freePort());
  const given = { METRICS_PORT: metricsPort, SECURITY_CONTACT: "security@cotejo.example" };
  const { installation, end } = await startForRun(given);
  project.provide("installation", { ...installation, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` });
  return end;
}
