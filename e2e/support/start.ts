import { type Installation, startInstallation } from "./installation.ts";

/** One installation for all specs: the production build, the real processes, the embedded service. */
export default async function start(): Promise<() => Promise<void>> {
  const installation: Installation = await startInstallation();
  process.env.COTEJO_E2E = JSON.stringify(installation);
  return installation.stop;
}
