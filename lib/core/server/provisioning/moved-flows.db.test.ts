import { cpSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { startRotation } from "#lib/core/server/keys/rotation/commands.ts";
import { listRotations } from "#lib/core/server/keys/rotation/record.ts";
import { runRotation } from "#lib/core/server/keys/rotation/run.ts";
import { createAnotherKey, rotateElsewhere } from "#lib/core/server/keys/rotation-elsewhere/commands.ts";
import { listRotationsElsewhere } from "#lib/core/server/keys/rotation-elsewhere/list.ts";
import { getReplacement } from "#lib/core/server/webhooks/replacement.ts";
import { type Database, inTransaction, openDatabase } from "#lib/platform/server/db/database.ts";
import { DASHBOARD_MIGRATIONS, migrate } from "#lib/platform/server/db/migrate.ts";
import { databaseAway } from "#lib/platform/server/http/responses.ts";
import { createEmptyDatabase } from "#tools/test/database.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { closeAttempt, openAttempt } from "./attempts.ts";
import { beginFlow } from "./record.ts";
import { inWorld, type World } from "./testing/keys-world.ts";

/** A database of the previous version, with rows in the tables that `0013_flows.sql` empties. */
async function databaseBefore(
  rows: string,
  stack: AsyncDisposableStack,
): Promise<Database & { upgrade(): Promise<unknown> }> {
  const { url, drop } = await createEmptyDatabase();
  stack.defer(drop);
  const folder = temporaryFolder("cotejo-migrations-");
  cpSync(DASHBOARD_MIGRATIONS.folder, folder, { recursive: true, filter: (path) => !/00(1[3-9]|[2-9]\d)_/.test(path) });
  await migrate(url, { schema: "public", folder: folder });
  const database = openDatabase(url, { name: "test" });
  stack.defer(() => database.close());
  await database.pool.query(rows);
  return { ...database, upgrade: () => migrate(url) };
}

const [OLD, NEW, DONE, BEGUN, ELSEWHERE, CANCELLED, LOST, OWN] = [1, 2, 3, 4, 5, 6, 7, 8].map(
  (digit) => `00000000-0000-4000-8000-00000000000${digit}`,
);
const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000000Z`;

it("rows move with their ids, steps and attempts, and read as before", async () => {
  await using stack = new AsyncDisposableStack();
  const database = await databaseBefore(
    `INSERT INTO users (id, email, name, role) VALUES ('${OLD}', 'a@b.mx', 'Ana', 'admin');
     INSERT INTO dashboard_keys (id, service_key_id, source, state, fingerprint) VALUES
       ('${OLD}', 'ak_old', 'environment', 'current', 'f'), ('${NEW}', 'ak_new', 'rotation', 'pending', 'f');
     INSERT INTO rotations (id, state, revision, old_key_id, old_service_key_id, new_key_id, giving_up, problem, failures, started_by, created_at)
     VALUES ('${DONE}', 'abandoned', 3, '${OLD}', 'ak_old', NULL, NULL, 'OUTCOME_UNKNOWN', 0, NULL, '${at(0)}'),
       ('${BEGUN}', 'minted', 2, '${OLD}', 'ak_old', '${NEW}', NULL, 'SERVICE_TIMEOUT', 2, '${OLD}', '${at(2)}');
     INSERT INTO rotation_steps VALUES ('${DONE}', 'intent', '${at(0)}'), ('${DONE}', 'abandoned', '${at(1)}'),
       ('${BEGUN}', 'intent', '${at(2)}'), ('${BEGUN}', 'minted', '${at(3)}');
     INSERT INTO key_replacements (id, state, old_service_key_id, old_name, new_service_key_id, new_name, problem, started_by, started_at, created_at, switched_at, ended_at)
     VALUES ('${ELSEWHERE}', 'switched', 'ak_1', 'Backend', 'ak_2', 'Backend-2', NULL, '${OLD}', '${at(0)}', '${at(1)}', '${at(2)}', NULL),
       ('${CANCELLED}', 'cancelled', 'ak_3', 'Batch', NULL, 'Batch-2', 'OUTCOME_UNKNOWN', NULL, '${at(3)}', NULL, NULL, '${at(4)}');
     INSERT INTO webhook_replacements (id, state, receiver_id, old_webhook_id, new_webhook_id, url, events, description, begun_at, twinned_at, stored_at, switched_at, ended_at)
     VALUES ('${LOST}', 'twinned', NULL, 'wh_1', 'wh_2', 'https://a.mx/', '{one,two}', '', '${at(0)}', '${at(1)}', NULL, NULL, NULL),
       ('${OWN}', 'done', 'r', 'wh_3', 'wh_4', 'https://b.mx/', '{}', 'Own', '${at(0)}', '${at(1)}', '${at(1)}', '${at(2)}', '${at(3)}');
     INSERT INTO creation_attempts (id, kind, flow_id, asked, known_ids, candidates)
     VALUES ('${OLD}', 'key', '${CANCELLED}', '{"name": "Batch-2"}', '{}', '{ak_9}')`,
    stack,
  );
  await database.upgrade();
  expect(await listRotations(database)).toEqual([
    {
      id: BEGUN,
      state: "minted",
      steps: [
        { state: "intent", at: at(2) },
        { state: "minted", at: at(3) },
      ],
      problem: "SERVICE_TIMEOUT",
      needs: null,
      candidates: [],
      old_key_id: "ak_old",
      new_key_id: "ak_new",
      started_by: "Ana",
    },
    expect.objectContaining({ id: DONE, state: "abandoned", problem: "OUTCOME_UNKNOWN", new_key_id: null }),
  ]);
  const revealed = { fingerprint: null, stored_at: null };
  expect(await listRotationsElsewhere(database)).toEqual([
    {
      ...{ id: ELSEWHERE, state: "switched", old_key_id: "ak_1", old_name: "Backend", new_key_id: "ak_2" },
      ...{ new_name: "Backend-2", value: "unclaimed", ...revealed, problem: null, candidates: null, started_by: "Ana" },
      ...{ started_at: at(0), created_at: at(1), switched_at: at(2), ended_at: null },
    },
    {
      ...{ id: CANCELLED, state: "cancelled", old_key_id: "ak_3", old_name: "Batch", new_key_id: null },
      ...{ new_name: "Batch-2", value: null, ...revealed, problem: "OUTCOME_UNKNOWN", candidates: ["ak_9"] },
      ...{ started_by: null, started_at: at(3), created_at: null, switched_at: null, ended_at: at(4) },
    },
  ]);
  const never = { last_matched: { old: null, new: null } };
  expect(await getReplacement("wh_2", database)).toEqual({
    ...{ state: "twinned", own: false, old_id: "wh_1", new_id: "wh_2", ...never },
    ...{ url: "https://a.mx/", events: ["one", "two"], description: "" },
    steps: [
      { state: "begun", at: at(0) },
      { state: "twinned", at: at(1) },
    ],
  });
  expect(await getReplacement("wh_3", database)).toMatchObject({ state: "done", own: true });
  // As before, the database allows one rotation of the own key, and one flow for each key or webhook.
  const details = { old_key_id: OLD ?? "", new_key_id: null, giving_up: null };
  const again = { old_id: "ak_other", details, user_id: undefined };
  await expect(beginFlow(database.pool, { kind: "own_key", ...again })).rejects.toMatchObject({ code: "CONFLICT" });
  const same = { old_id: "ak_1", details: { old_name: "Backend", new_name: null }, user_id: undefined };
  await expect(beginFlow(database.pool, { kind: "key_elsewhere", ...same })).rejects.toMatchObject({
    code: "CONFLICT",
  });
});

describe("a process of the previous version", () => {
  let world: World;
  inWorld((started) => {
    world = started;
  });
  beforeEach(() => world.begin());

  const INSERTS = [
    `INSERT INTO rotations (id, state, old_key_id, old_service_key_id) VALUES ('${OLD}', 'intent', '${OLD}', 'ak_old')`,
    `INSERT INTO key_replacements (id, state, old_service_key_id, old_name) VALUES ('${OLD}', 'intent', 'ak_old', 'Backend')`,
    `INSERT INTO webhook_replacements (id, state, old_webhook_id, url, events, description)
     VALUES ('${OLD}', 'begun', 'wh_1', 'https://a.mx/', '{}', '')`,
  ];
  /** Statements that follow a call to the service. */
  const STEPS = [
    `UPDATE rotations SET revision = revision + 1, state = 'minted' WHERE id = '${OLD}' AND revision = 0`,
    `UPDATE key_replacements SET state = 'created', new_service_key_id = 'ak', created_at = now() WHERE id = '${OLD}'`,
    `UPDATE webhook_replacements SET state = 'twinned', new_webhook_id = 'wh', twinned_at = now(), stored_at = NULL WHERE id = '${OLD}'`,
    `UPDATE webhook_replacements SET state = 'done', stored_at = stored_at, switched_at = switched_at, ended_at = now() WHERE id = '${OLD}'`,
  ];
  it.for([...INSERTS, ...STEPS])("is answered 503: %s", async (statement) => {
    const failure = await world.query(statement).catch((error: unknown) => error);
    expect(databaseAway(failure)).toMatchObject({ status: 503, code: "DATABASE_UNAVAILABLE" });
  });

  it("still acknowledges values, and creates the own webhook again", async () => {
    await world.query(
      "UPDATE webhook_replacements SET state = 'stored', stored_at = now() WHERE new_webhook_id = 'wh' AND state = 'twinned'",
    );
    await world.query(
      "UPDATE webhook_replacements SET state = 'given_up', ended_at = now() WHERE receiver_id = 'r' AND state NOT IN ('done', 'given_up')",
    );
  });

  /** A process that sends its POST before the migration, and stores the new key after it. */
  async function createLate(flowId: string, name: string, statement: string): Promise<void> {
    const attempt = await openAttempt(world.database.pool, {
      kind: "key",
      flow_id: flowId,
      asked: { name },
      known_ids: [],
    });
    await world.addKey(name);
    const storing = inTransaction(world.database.pool, async (client) => {
      await closeAttempt(client, attempt, await world.idOf(name));
      await client.query(statement);
    });
    await expect(storing).rejects.toMatchObject({ code: "57P03" });
  }

  it("that is too late to store the dashboard's new key leaves a key that is found as after a crash", async () => {
    const [usual] = world.engines;
    const { id } = await startRotation({}, usual);
    await createLate(id, "cotejo-dashboard-late", STEPS[0] ?? "");
    await runRotation(usual);
    expect(await world.newest()).toMatchObject({ id, state: "done" });
    expect(await world.names()).toEqual(["Backend", expect.not.stringMatching(/late$/)]);
    expect(await world.isKnown(await world.currentKey())).toBe(true);
  });

  it("that is too late to store another system's new key leaves a key that is found as after a crash", async () => {
    const [{ pool, serviceWith }] = world.engines;
    const work = { pool, service: serviceWith(world.firstKey()) };
    const of = { session_hash: "a session" };
    await world.fault({ kind: "lost", method: "POST", count: 1 });
    const begun = await rotateElsewhere({ old_key_id: await world.idOf("Backend"), ...of }, work);
    await world.query("UPDATE creation_attempts SET look_at = now()");
    await createLate(begun.replacement.id, "Backend-late", STEPS[1] ?? "");
    const { created } = await createAnotherKey({ id: begun.replacement.id, instead_of: null, ...of }, work);
    expect(await world.names()).toEqual(["Backend", created?.name, "cotejo-dashboard"]);
    expect(await world.isKnown(created?.api_key ?? "")).toBe(true);
  });
});
