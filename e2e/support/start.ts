import { startForRun } from "./installation.ts";

/** Starts a database server for all installations of the specs, and the installation that most of them share. */
export default async function start(): Promise<() => Promise<void>> {
  const { installation, adminUrl, end } = await startForRun();
  process.env.COTEJO_E2E_POSTGRES = adminUrl;
  process.env.COTEJO_E2E = JSON.stringify(installation);
  return end;
}
