import { startTestPostgres } from "#test/postgres-server.ts";
import { startTestInstallation } from "./installation.ts";

/** Starts a database server for all installations of the specs, and the installation that most of them share. */
export default async function start(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  process.env.COTEJO_E2E_POSTGRES = postgres.adminUrl;
  try {
    const { stop, ...installation } = await startTestInstallation(postgres.adminUrl);
    process.env.COTEJO_E2E = JSON.stringify(installation);
    return async () => {
      await stop();
      await postgres.stop();
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
