import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyPassword } from "#lib/access/server/password.ts";
import { countSampleUsers, findUserByEmail } from "#lib/access/server/users.ts";
import { readEnv } from "#lib/platform/server/base/env.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { ensurePeople } from "./people.ts";
import { COLLEAGUES } from "./story/words.ts";

let folder: string;
let test_: TestDatabase;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-people-"));
  test_ = await createTestDatabase();
  database = openDatabase(test_.url, { name: "test", max: 2 });
});
afterEach(async () => {
  await database.close();
  await test_.drop();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "sandbox-users.json");
const stored = (): { email: string; password: string; role: string }[] =>
  JSON.parse(readFileSync(file(), "utf8")).users;

async function canSignIn(email: string, password: string): Promise<boolean> {
  const user = await findUserByEmail(email, database);
  return user?.password_hash ? verifyPassword(password, user.password_hash) : false;
}

test("the sign-in page counts the sample users who can sign in", async () => {
  expect(await countSampleUsers(database)).toBe(0);
  await ensurePeople(readEnv({}), folder, database);
  expect(await countSampleUsers(database)).toBe(4);
  await database.pool.query("UPDATE users SET disabled_at = now() WHERE role = 'support'");
  await database.pool.query("UPDATE users SET password_hash = NULL WHERE role = 'auditor'");
  await database.pool.query(
    "INSERT INTO users (id, email, name, role, password_hash) VALUES (gen_random_uuid(), 'eva@example.mx', 'Eva', 'admin', 'x')",
  );
  expect(await countSampleUsers(database)).toBe(2);
});

test("the sandbox has four users with fixed passwords in a file for its owner only", async () => {
  await ensurePeople(readEnv({}), folder, database);
  const first = stored();
  expect(first.map((user) => user.role)).toEqual(["admin", "compliance", "support", "auditor"]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  await ensurePeople(readEnv({}), folder, database);
  expect(stored()).toEqual(first);
  for (const user of first) expect(await canSignIn(user.email, user.password)).toBe(true);
});

test("with the story the officer has two colleagues, who can sign in as well", async () => {
  await ensurePeople(readEnv({}), folder, database, true);
  expect(stored().map(({ email }) => email)).toEqual(expect.arrayContaining(COLLEAGUES.map(({ email }) => email)));
  for (const user of stored()) expect(await canSignIn(user.email, user.password)).toBe(true);
});

test("when the file is lost, or a kill came before it was final, the passwords in it work", async () => {
  await ensurePeople(readEnv({}), folder, database);
  rmSync(file());
  await ensurePeople(readEnv({}), folder, database);
  for (const user of stored()) expect(await canSignIn(user.email, user.password)).toBe(true);
  const written = stored();
  renameSync(file(), `${file()}.pending`);
  await ensurePeople(readEnv({}), folder, database);
  expect(stored()).toEqual(written);
});

test("the environment's admin comes first, and keeps a changed password", async () => {
  const env = { ADMIN_EMAIL: "ana@example.mx", ADMIN_PASSWORD: "correct horse battery" };
  await ensurePeople(readEnv(env), folder, database);
  await ensurePeople(readEnv({ ...env, ADMIN_PASSWORD: "another one entirely" }), folder, database);
  expect(await canSignIn("ana@example.mx", "correct horse battery")).toBe(true);
});

test("without sandbox and users there is a one-time link, with a user there is none", async () => {
  const real = { SVC_BASE_URL: "https://service.example", SVC_API_KEY: "svc_sk_12345678" };
  const wayIn = await ensurePeople(readEnv(real), folder, database);
  expect(wayIn).toMatchObject({ kind: "setup", link: expect.stringContaining("/setup#") });
  expect(statSync(join(folder, "setup-link")).mode & 0o777).toBe(0o600);
  const admin = { ...real, ADMIN_EMAIL: "ana@example.mx", ADMIN_PASSWORD: "correct horse battery" };
  expect(await ensurePeople(readEnv(admin), folder, database)).toEqual({ kind: "known" });
  expect(existsSync(join(folder, "setup-link"))).toBe(false);
});

test("an admin with a guessable password is not created; an existing one stays unchanged", async () => {
  const given = (password: string) => readEnv({ ADMIN_EMAIL: "ana@example.mx", ADMIN_PASSWORD: password });
  await expect(ensurePeople(given("football2026!"), folder, database)).rejects.toThrow(/^ADMIN_PASSWORD: /);
  expect(await findUserByEmail("ana@example.mx", database)).toBeNull();
  await ensurePeople(given("una frase bastante larga"), folder, database);
  await ensurePeople(given("football2026!"), folder, database);
  expect(await canSignIn("ana@example.mx", "una frase bastante larga")).toBe(true);
});
