import { expect, it } from "vitest";
import { ownDatabase } from "#tools/test/own-database.ts";
import { readFirstSteps } from "./first-steps.ts";

const database = await ownDatabase();
const sql = (text: string) => database.pool.query(text);
const done = async () =>
  Object.entries(await readFirstSteps(database))
    .filter(([, isDone]) => isDone)
    .map(([step]) => step);

it("each step is done by its proof, and an event proves the key and the webhook too", async () => {
  await sql("INSERT INTO users (id, email, name, role) VALUES (gen_random_uuid(), 'ana@example.mx', 'Ana', 'admin')");
  await sql("INSERT INTO receivers (id, state, url) VALUES ('rcv', 'creating', 'https://a.mx')");
  await sql("INSERT INTO connection_checks (failed_at) VALUES (now())");
  await sql(
    "INSERT INTO audit_log (action, ids, outcome, after) VALUES ('verifications.imported', '{}', 'done', '{\"added\": 0}')",
  );
  expect(await done()).toEqual([]);
  await sql("UPDATE connection_checks SET succeeded_at = now()");
  expect(await done()).toEqual(["key"]);
  await sql("UPDATE receivers SET state = 'connected'");
  expect(await done()).toEqual(["key", "connect"]);
  await sql(
    "INSERT INTO audit_log (action, ids, outcome, after) VALUES ('verifications.imported', '{}', 'done', '{\"added\": 2}')",
  );
  await sql(
    "INSERT INTO users (id, email, name, role) VALUES (gen_random_uuid(), 'beto@example.mx', 'Beto', 'support')",
  );
  expect((await done()).toSorted()).toEqual(["add", "connect", "invite", "key"]);
  await sql("DELETE FROM connection_checks; DELETE FROM receivers");
  expect((await done()).toSorted()).toEqual(["add", "invite"]);
  await sql("INSERT INTO inbox (kind) VALUES ('delivery')");
  expect((await done()).toSorted()).toEqual(["add", "connect", "event", "invite", "key"]);
  await sql("INSERT INTO title_fields (title, tax_id, total) VALUES ('{}', '{}', 0)");
  expect((await done()).toSorted()).toEqual(["add", "connect", "event", "invite", "key", "titles"]);
});
