import { runToEnd } from "./child.ts";
import type { Launch } from "./context.ts";
import { type Environment, story } from "./plan.ts";
import { removeClock } from "./story/clock.ts";
import { withDatabase } from "./supply.ts";

const IS_NEW = `
  SELECT WHERE NOT EXISTS (SELECT FROM inbox) AND NOT EXISTS (SELECT FROM evidence_leaves)
    AND NOT EXISTS (SELECT FROM sandbox.account WHERE scenarios_started_at IS NOT NULL)`;

/**
 * Plays the story in a database that has received nothing and sealed nothing, before receiver and worker start. A failure
 * does not stop the start. After a kill the next start removes the clock, and goes on with what was played.
 */
export async function playStory(launch: Launch, environment: Environment, ownerUrl: string): Promise<void> {
  const { env, tools, stopping, log } = launch;
  const isNew = await withDatabase(launch, ownerUrl, async (database) => {
    await removeClock(database);
    return (await database.pool.query(IS_NEW)).rowCount === 1;
  });
  if (!isNew) return;
  try {
    await runToEnd(story(env, environment, ownerUrl), tools, stopping);
  } catch (error) {
    if (stopping.aborted) throw error;
    log.error({ fault: error instanceof Error ? error.message : String(error) }, "the story was not played to its end");
  }
}
