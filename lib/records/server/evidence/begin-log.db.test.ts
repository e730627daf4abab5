import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { masterKey } from "#lib/core/server/vault/vault.ts";
import { writeBackup } from "#lib/edge/server/backup/backup.ts";
import { restoreBackup } from "#lib/edge/server/backup/restore.ts";
import { SCHEMAS } from "#lib/edge/server/backup/schemas.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import { createEmptyDatabase } from "#tools/test/database.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { checkEvidence } from "./check.ts";
import { readHead } from "./proofs.ts";
import { publishHead } from "./publish.ts";
import { sealEvidence } from "./seal.ts";
import { readEvidenceState } from "./state.ts";
import { WRITERS } from "./testing/entries.ts";

const SECRET = "a master secret of at least 32 characters";
const folder = temporaryFolder("cotejo-evidence-");
vi.stubEnv("COTEJO_SECRET", SECRET);
vi.stubEnv("BACKUP_DIR", folder);
const database = await ownDatabase();
const target = await createEmptyDatabase();
const copy = openDatabase(target.url, { name: "test" });
afterAll(async () => {
  await copy.close();
  await target.drop();
});

it("a head leaves once a day: to the log, to channels that carry it, and to the erasure log", async () => {
  await database.pool.query(
    `INSERT INTO channels (id, kind, name, events, locale) VALUES ('ch_guard', 'mail', 'Guard', '{evidence_head}', 'en')`,
  );
  for (const write of Object.values(WRITERS)) await write(database.pool);
  const told: object[] = [];
  const log = { info: (fields: object) => void told.push(fields) } as never;
  expect(await publishHead(log, database)).toBe(false);
  await sealEvidence(database);
  expect(await publishHead(log, database)).toBe(true);
  await database.pool.query("UPDATE evidence_heads SET left_at = left_at - interval '1 day'");
  // Nothing was added since.
  expect(await publishHead(log, database)).toBe(false);
  await WRITERS.audit_log(database.pool);
  await sealEvidence(database);
  const restoredHead = await readHead(database);
  const file = join(folder, "one.zip");
  await writeBackup({ databaseUrl: database.url, file, schemas: SCHEMAS, scheduled: false });
  await WRITERS.audit_log(database.pool);
  await sealEvidence(database);
  const left = await readHead(database);
  expect(await publishHead(log, database)).toBe(true);
  expect(await publishHead(log, database)).toBe(false);
  expect(told).toEqual([expect.anything(), left]);
  const { rows: queued } = await database.pool.query("SELECT channel_id, kind, payload FROM outgoing ORDER BY id DESC");
  expect(queued).toHaveLength(2);
  expect(queued[0]).toEqual({ channel_id: "ch_guard", kind: "evidence_head", payload: left });

  // A restore begins a new log, which names both heads first.
  await restoreBackup({
    ...{ file, databaseUrl: target.url, schemas: SCHEMAS, masters: [masterKey(SECRET)], logFolder: folder },
  });
  await sealEvidence(copy);
  const { rows } = await copy.pool.query(
    `SELECT previous FROM evidence_leaves JOIN evidence_events ON id = source_id WHERE position = 0 AND evidence_leaves.kind = 'event'`,
  );
  const known = ({ size, root }: { size: number; root: string }) => ({ size, root });
  expect(rows).toMatchObject([{ previous: { restored: known(restoredHead), left: known(left), backup: "signed" } }]);
  expect((await checkEvidence(copy)).findings).toEqual([]);

  // Its first head leaves at once, even if a head of the former log left today.
  await copy.pool.query("UPDATE evidence_heads SET left_at = left_at + interval '1 day' - interval '1 minute'");
  expect(await publishHead(log, copy)).toBe(true);
  expect(await publishHead(log, copy)).toBe(false);
  const { heads, begun_at, channels } = await readEvidenceState(copy);
  expect({ channels, begun_at }).toEqual({ channels: 1, begun_at: expect.any(String) });
  const sendings = [{ channel_id: "ch_guard", name: "Guard", state: "pending" }];
  expect(heads).toMatchObject([
    { size: (await readHead(copy)).size, is_former: false, sendings },
    { is_former: true, sendings },
  ]);
});
