import { setTimeout as delay } from "node:timers/promises";
import { post, type Subject } from "./installation.ts";

export type Size = {
  verifications: number;
  scenarios: readonly string[];
  /** The scale of the service's clock: an hour takes 3,600 s divided by this. */
  timeScale: number;
  /** The duration of single faults, and of the service's work in the outage, which lasts until Cotejo has started again. */
  chaosMs: number;
  outageMs: number;
  /** The time between two faults, and the duration of a frozen receiver or a swallowed connection. */
  pauseMs: number;
  faultMs: number;
};

/** The time from the service's first delivery to its last retry (interface, Limits: Retry schedule). */
const SCHEDULE_MS = 930_000;

/** Only a fault of the benchmark itself takes longer. */
const TIMEOUT_MS = 600_000;

/**
 * Disturbances of deliveries in addition to the sandbox's own: one in ten is lost for good, one in ten is sent twice, three
 * in ten are up to a minute late by the service's clock. Derived from the seed, the verification and the event's rank in
 * it.
 */
const DISTURBANCES = (seed: number, timeScale: number) => `
  CREATE FUNCTION on_the_way() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
    rank bigint := (SELECT count(*) FROM sandbox.delivery WHERE verification_id = NEW.verification_id);
    drawn float8[] := (
      SELECT array_agg((hashtextextended(concat_ws(' ', NEW.verification_id, rank, draw), ${seed}) & 4294967295) / 4294967296.0 ORDER BY draw)
      FROM generate_series(1, 4) AS draw
    );
  BEGIN
    IF drawn[1] < 0.1 THEN
      NEW.state := 'failed'; NEW.last_error := 'lost for good'; NEW.ended_at := NEW.created_at;
    END IF;
    NEW.twice := NEW.twice OR drawn[2] < 0.1;
    IF drawn[3] < 0.3 THEN NEW.next_at := NEW.next_at + drawn[4] * interval '60 s' / ${timeScale}; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER on_the_way BEFORE INSERT ON sandbox.delivery FOR EACH ROW EXECUTE FUNCTION on_the_way()`;

/** Faults of the next calls to the service's endpoints, in turn. */
const ANSWERS = [
  { kind: "status", status: 500, count: 2 },
  { kind: "status", status: 503, count: 1 },
  { kind: "status", status: 429, count: 1 },
  { kind: "truncate", count: 2 },
  { kind: "html", count: 1 },
  { kind: "hang", count: 1 },
];

/** The start of the outage, and the end of the time in which first deliveries were lost. Times of this machine. */
export type Outage = { began: Date; lostUntil: Date };

/**
 * Plays verifications during the faults and the outage: of ten, four before it, two across its beginning, two in it and two
 * after it. Resolves when the service has nothing more to send.
 */
export async function applyChaos(subject: Subject, size: Size, seed: number): Promise<Outage> {
  const { service, cotejo, sandboxUrl } = subject;
  const { verifications, timeScale, chaosMs, outageMs } = size;
  await service.pool.query(DISTURBANCES(seed, timeScale));
  const player = createPlayer(sandboxUrl, size, seed);
  const scheduleMs = SCHEDULE_MS / timeScale;
  await Promise.all([player(verifications * 0.4, chaosMs, chaosMs / 2), failSingly(subject, size)]);
  await player(verifications * 0.2, outageMs / 4, outageMs);
  const began = new Date();
  await subject.powerOff();
  await player(verifications * 0.2, outageMs / 2, outageMs / 2);
  await until(subject, ({ steps_to_come }) => steps_to_come === 0);
  // A shorter outage would lose nothing.
  await delay(Math.max(0, began.getTime() + scheduleMs - Date.now()));
  await subject.powerOn();
  const ended = await newestStart(subject);
  await player(verifications * 0.2, outageMs / 4, outageMs / 4);
  await until(subject, ({ pending, steps_to_come }) => pending === 0 && steps_to_come === 0);
  // The product knows the real schedule: the recorded end is moved by the time that the service's clock has saved.
  await cotejo.pool.query(
    `WITH noticed AS (DELETE FROM outages)
     UPDATE heartbeats SET started_at = started_at + make_interval(secs => $1)
     WHERE process = 'receiver' AND started_at = $2`,
    [(SCHEDULE_MS - scheduleMs) / 1000, ended],
  );
  // The next worker checks for outages at its start.
  await subject.kill("worker");
  return { began, lostUntil: new Date(Date.parse(ended) - scheduleMs) };
}

/** Start of the running receiver, by the database. */
async function newestStart({ cotejo }: Subject): Promise<string> {
  const { rows } = await cotejo.pool.query<{ started_at: string | null }>(
    "SELECT max(started_at) AS started_at FROM heartbeats WHERE process = 'receiver'",
  );
  if (!rows[0]?.started_at) throw new Error("no receiver has begun");
  return rows[0].started_at;
}

/** A step in the catalogue, whose neighbours are alike. */
const CATALOGUE_STEP = 7;

/** Plays verifications that begin within a given time and last for a given time. */
function createPlayer(sandboxUrl: string, { scenarios, timeScale }: Size, seed: number) {
  let played = 0;
  return async (count: number, withinMs: number, lifeMs: number): Promise<void> => {
    const began = performance.now();
    for (let index = 0; index < count; index++) {
      await delay(Math.max(0, began + (index / count) * withinMs - performance.now()));
      const scenario = scenarios[(played++ * CATALOGUE_STEP) % scenarios.length] ?? "";
      const seconds = (lifeMs / 1000) * timeScale;
      await post(`${sandboxUrl}/sandbox/verifications`, {
        scenario,
        seconds,
        seed: `${seed}-${played}`,
        tag: `${played}`,
      });
    }
  };
}

/** Fails processes in turn, each at least once; a process may still be starting when the next process fails. */
async function failSingly(subject: Subject, { chaosMs, pauseMs, faultMs }: Size): Promise<void> {
  const faults = [
    () => subject.kill("receiver"),
    () => subject.kill("worker"),
    () => subject.killPostgres(),
    () => subject.freezeReceiver(faultMs),
    () => subject.kill("dashboard"),
    () => subject.swallowConnections(faultMs),
  ];
  const until = performance.now() + chaosMs;
  for (let index = 0; index < faults.length || performance.now() < until; index++) {
    for (const answer of ANSWERS) await post(`${subject.sandboxUrl}/sandbox/faults`, answer);
    await delay(pauseMs);
    await faults[index % faults.length]?.();
  }
  await subject.ready();
  await fetch(`${subject.sandboxUrl}/sandbox/faults`, { method: "DELETE" });
}

type Deliveries = { pending: number; steps_to_come: number };

async function until({ sandboxUrl }: Subject, holds: (deliveries: Deliveries) => boolean): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(100)) {
    const deliveries: Deliveries = await (await fetch(`${sandboxUrl}/sandbox/deliveries`)).json();
    if (holds(deliveries)) return;
    if (Date.now() > deadline) throw new Error(`the service still has ${JSON.stringify(deliveries)}`);
  }
}
