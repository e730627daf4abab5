import type { Client } from "#lib/server/db/database.ts";
import type { KnownReceivers } from "./known-receivers.ts";

const FRESH_MS = 500;
const PATIENCE_MS = 2_000;

/**
 * What this receiver lacks to take deliveries: nothing when the database answers and what it holds of receivers was
 * loaded, be it that there is none yet. Asked of the database at most twice a second, since anyone may ask.
 */
export function createReadiness(client: Client, receivers: KnownReceivers): () => Promise<string[]> {
  let asked: Promise<boolean> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;

  const databaseAnswers = () => {
    if (!asked || performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now();
      asked = Promise.race([
        client.query("SELECT 1").then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref()),
      ]);
    }
    return asked;
  };

  return async () => {
    const missing: string[] = [];
    if (!(await databaseAnswers())) missing.push("database");
    else if (!receivers.loaded() && !(await receivers.refresh())) missing.push("secrets");
    return missing;
  };
}
