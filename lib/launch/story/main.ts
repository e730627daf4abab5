import { rotationContext } from "#lib/core/server/keys/rotation/steps.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { env, supplied } from "#lib/platform/server/base/env.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { createFaults } from "#lib/sandbox/http/faults.ts";
import { startScenarios } from "#lib/sandbox/live/activity.ts";
import { openPool } from "#lib/sandbox/store/database.ts";
import { openStoryDatabase, removeClock } from "./clock.ts";
import { playStory } from "./play.ts";

/**
 * Plays the story on a new installation, before receiver, worker and dashboard start, and ends. After an interrupted story
 * it plays nothing more: later events of the past month are left out.
 */
const log = createLog("launcher");
const faultOf = (error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) });
const database = openStoryDatabase(supplied("DATABASE_URL"));
const services = openPool(database.url, (error) => log.warn(faultOf(error), "database connection lost"));
// Its commits do not wait for the disk: the present starts with one that does.
services.on("connect", (client) => void client.query("SET synchronous_commit = off"));
const now = Date.now();
try {
  await playStory({
    database,
    services,
    client: serviceClient(database),
    rotation: rotationContext(database),
    now,
    onRefused: (error) => log.warn(faultOf(error), "a step of the story was refused"),
  });
  log.info({ seconds: Math.round(performance.now() / 1_000) }, "the story is played");
} catch (error) {
  log.error(faultOf(error), "the story was not played to its end");
  process.exitCode = 1;
} finally {
  await removeClock(database);
  await startScenarios({ pool: services, timeScale: env().SANDBOX_TIME_SCALE, faults: createFaults() }, now);
  await Promise.all([database.close(), services.end()]);
}
