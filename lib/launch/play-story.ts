import { runToEnd } from "./child.ts";
import type { Launch } from "./context.ts";
import { type Environment, story } from "./plan.ts";
import { removeClock } from "./story/clock.ts";
import { withDatabase } from "./supply.ts";

/** A new installation, or one whose story was interrupted by a kill. */
const IS_TO_PLAY = `
  SELECT WHERE to_regnamespace('story') IS NOT NULL OR NOT EXISTS (SELECT FROM inbox)
    AND NOT EXISTS (SELECT FROM evidence_leaves)
    AND NOT EXISTS (SELECT FROM sandbox.account WHERE scenarios_started_at IS NOT NULL)`;

/**
 * Plays the story in a database that has received nothing and sealed nothing, before receiver and worker start. Its failure
 * does not stop the start, unless the clock cannot be removed: new entries would have times of the past.
 */
export async function playStory(launch: Launch, environment: Environment, ownerUrl: string): Promise<void> {
  const { env, tools, stopping, log } = launch;
  const { rowCount } = await withDatabase(launch, ownerUrl, ({ pool }) => pool.query(IS_TO_PLAY));
  if (rowCount === 0) return;
  try {
    await runToEnd(story(env, environment, ownerUrl), tools, stopping);
  } catch (error) {
    if (stopping.aborted) throw error;
    log.error({ fault: error instanceof Error ? error.message : String(error) }, "the story was not played to its end");
    await withDatabase(launch, ownerUrl, removeClock);
  }
}
