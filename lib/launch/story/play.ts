import { findUserByEmail } from "#lib/access/server/users.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { adoptKey } from "#lib/core/server/keys/own-key.ts";
import { startRotation } from "#lib/core/server/keys/rotation/commands.ts";
import { runRotation } from "#lib/core/server/keys/rotation/run.ts";
import type { Context as RotationContext } from "#lib/core/server/keys/rotation/steps.ts";
import { lookForOutages } from "#lib/core/server/outages/detect.ts";
import { ensureReceiver } from "#lib/core/server/receiver-connection/ensure.ts";
import { runDueReads } from "#lib/core/server/refresh/due.ts";
import type { Reading, ServiceClient } from "#lib/core/server/service/client.ts";
import { fillTitles } from "#lib/core/server/titles/fill-titles.ts";
import { evaluateDue, queueForPolicy } from "#lib/desk/server/review/due.ts";
import { changePolicy, readPolicy } from "#lib/desk/server/review/policy.ts";
import { claimNext, recordResult } from "#lib/outbound/server/channels/claim.ts";
import { deliver } from "#lib/outbound/server/channels/deliver.ts";
import { noticePeople } from "#lib/outbound/server/notices/notifier.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import type { Pool } from "#lib/sandbox/store/database.ts";
import { momentsUntil, type StoryClock, startClock } from "./clock.ts";
import { type Outage, openPast, type Past } from "./service.ts";
import { createTeam, type Officer } from "./team.ts";
import { COLLEAGUES } from "./words.ts";

const DAYS = 30;
/** The numbers of the team's moments after the rotation of the key, and after the outage. */
const ROTATION_AT = 42;
const OUTAGE_AT = 55;
const DAY_MS = 86_400_000;
export type Stage = {
  /** The pool that `openStoryDatabase` opens. */
  database: Database;
  /** The database of the embedded service. */
  services: Pool;
  client: ServiceClient;
  rotation: RotationContext;
  /** The end of the month, in milliseconds. */
  now: number;
  onRefused: (error: unknown) => void;
};

/**
 * Plays an invented month of a team: the service's past 30 days, each delivery at its time, and what the team does about
 * it, by the commands that pages call (decision 0042). Ends at the present.
 */
export async function playStory({ database, services, client, rotation, now, onRefused }: Stage): Promise<void> {
  const { signal } = new AbortController();
  const clock = await startClock(database);
  const began = now - (DAYS + 1) * DAY_MS;
  await clock.set(began);
  await database.pool.query("UPDATE users SET created_at = now()");
  await adoptKey(client, database, { confirmed: true });
  await ensureReceiver(database, client);
  const [reader, mariana, luis, admin] = await findAccounts(database);
  if (!reader || !mariana || !luis || !admin) throw new Error("an account of the story is missing");
  // Some decisions take two people.
  await changePolicy({ ...(await readPolicy(database.pool)), approval: "high" }, admin.id, database);
  const team = createTeam(database, [reader, mariana, luis], onRefused);
  const past = await openPast(services, now);
  const moments = momentsUntil(now, DAYS);
  const outage = past.outageAfter(moments.at(-OUTAGE_AT)?.at ?? now);

  const reads = {
    readVerification: atStoryTime(client.readVerification),
    readPeople: atStoryTime(client.readPeople),
  };

  /** Does the work of receiver, service and worker until `at`, in milliseconds. */
  async function runUntil(at: number): Promise<void> {
    await past.advance(at, clock, database, outage);
    await clock.set(at);
    await drainInbox(database);
    await runDueReads(database, reads, signal);
    await drainInbox(database);
    await fillTitles(database, signal);
    await queueForPolicy(database, signal);
    await evaluateDue(database, signal);
    await runRotation(rotation, signal);
    await noticePeople(database);
  }
  for (const moment of moments) {
    await runUntil(moment.at);
    await team(moment);
    await sendLetters(database);
    if (moment.left === ROTATION_AT) await startRotation({ user_id: admin.id }, rotation);
  }
  await customerAnswers(database, past, clock, now - 2 * 3_600_000);
  await runUntil(now);
  await recordOutage(database, outage, began);
  const rotated = moments.at(-ROTATION_AT - 1)?.at ?? began;
  await services.query(CREATED_THEN, [began, rotated].map(instantFromMs));
}

/** The service has stamped its webhook and the key of the rotation with the real time. */
const CREATED_THEN = `
  WITH webhook AS (UPDATE sandbox.webhook SET created_at = $1, updated_at = $1)
  UPDATE sandbox.api_key SET created_at = $2`;

/** Orders the reads of the service by the clock of the story: the service states its own, real time. */
const atStoryTime =
  <Asked extends unknown[], Answer extends Reading>(read: (...asked: Asked) => Promise<Answer>) =>
  async (...asked: Asked): Promise<Answer> => {
    const began_at_ms = Date.now();
    return { ...(await read(...asked)), began_at_ms };
  };

const WAITING =
  "SELECT verification_id FROM reviews WHERE state = 'waiting' ORDER BY follow_up_on, verification_id LIMIT 1";

async function customerAnswers(database: Database, past: Past, clock: StoryClock, at: number): Promise<void> {
  const [waiting] = (await database.pool.query<{ verification_id: string }>(WAITING)).rows;
  if (waiting) await past.answer(waiting.verification_id, at, clock, database);
}

/** Without a mail server they are kept for the page of the sandbox. */
async function sendLetters(database: Database): Promise<void> {
  for (let letter = await claimNext(database, null); letter; letter = await claimNext(database, null)) {
    await recordResult(database, letter, await deliver(database, letter));
  }
}

/** Heartbeats of the service and of two receivers, with the outage between the receivers. The real receiver follows them. */
const HEARTBEATS = `
  INSERT INTO heartbeats (process, instance, started_at, beat_at)
  SELECT process, gen_random_uuid()::text, started_at, beat_at FROM (VALUES
    ('sandbox', $1::timestamptz, pg_catalog.now()), ('receiver', $1, $2::timestamptz),
    ('receiver', $3::timestamptz, pg_catalog.now())
  ) AS alive (process, started_at, beat_at)`;

async function recordOutage(database: Database, { from, to }: Outage, began: number): Promise<void> {
  await database.pool.query(HEARTBEATS, [began, from, to].map(instantFromMs));
  await lookForOutages(database, []);
}

/** The first officer, the colleagues and the administrator of the sandbox. */
async function findAccounts(database: Database): Promise<Officer[]> {
  const emails = ["compliance@sandbox.local", ...COLLEAGUES.map(({ email }) => email), "admin@sandbox.local"];
  const found = await Promise.all(emails.map((email) => findUserByEmail(email, database)));
  return found.flatMap((user) =>
    user ? [{ id: user.id, name: user.name, email: user.email, role: "compliance" as const }] : [],
  );
}
