import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { type MailServer, startMailServer } from "#tools/test/mail-server.ts";
import { claimNext, recordResult } from "./claim.ts";
import { deliver } from "./deliver.ts";
import { deliverMail } from "./mail.ts";
import { enqueue } from "./outgoing.ts";
import { addChannel, queueTests } from "./testing/channel-rows.ts";
import { keepSending } from "./testing/keep-sending.ts";

let server: MailServer;
let connection: Database;
let drop: () => Promise<void>;
let stop: AbortController;
let ended: Promise<void>;

beforeAll(async () => {
  server = await startMailServer();
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  vi.stubEnv("SVC_BASE_URL", "http://127.0.0.1:1");
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${server.port}`);
  vi.stubEnv("MAIL_FROM", "Cotejo <cotejo@example.mx>");
  const created = await createTestDatabase();
  connection = openDatabase(created.url, { name: "channel mail test" });
  drop = created.drop;
});
afterAll(async () => {
  await server.close();
  await connection.close();
  await drop();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  server.mails.length = 0;
  server.refuse = () => null;
  stop = new AbortController();
  ended = keepSending(connection, stop.signal);
});
afterEach(async () => {
  stop.abort();
  await ended;
});

const row = async (target: string) =>
  (
    await connection.pool.query("SELECT state, attempts, status, error, reached FROM outgoing WHERE target = $1", [
      target,
    ])
  ).rows[0];
const recipients = () => server.mails.flatMap(({ to }) => to).sort();

it("each recipient of a channel gets a mail of text and HTML that loads nothing", async () => {
  const channel = await addChannel(connection, { kind: "mail", to: ["a@example.mx", "b@example.mx"] });
  await queueTests(connection, channel, 1);
  await expect.poll(() => row(`channel:${channel}`)).toMatchObject({ state: "sent", attempts: 1, status: 250 });
  expect(recipients()).toEqual(["a@example.mx", "b@example.mx"]);
  const { source } = server.mails[0] ?? expect.unreachable();
  expect(source).toContain("Subject: Test message from Cotejo");
  expect(source).toContain("text/plain");
  expect(source).toContain("text/html");
  expect(source).not.toMatch(/<img|src=/i);
});

it("is tried for two days with growing waits, to channels and people", async () => {
  stop.abort();
  await ended;
  server.refuse = () => ({ status: 451, text: "4.7.1 later" });
  const channel = await addChannel(connection, { kind: "mail", to: ["a@example.mx"] });
  const user_id = randomUUID();
  await connection.pool.query(
    "INSERT INTO users (id, email, name, role) VALUES ($1, 'ana.waits@example.mx', 'Ana', 'admin')",
    [user_id],
  );
  await queueTests(connection, channel, 1);
  const payload = { kind: "assigned", verification_id: "ver_1" };
  await enqueue(connection.pool, [{ target: { user_id }, kind: "notice", source: "assigned 1", payload }]);
  for (const [lane, target] of [
    [channel, `channel:${channel}`],
    [null, `user:${user_id}`],
  ] as const) {
    const waits: number[] = [];
    for (let message = await claimNext(connection, lane); message; message = await claimNext(connection, lane)) {
      await recordResult(connection, message, await deliver(connection, message));
      const { rows } = await connection.pool.query<{ wait: number }>(
        "SELECT extract(epoch FROM next_attempt_at - now())::float AS wait FROM outgoing WHERE id = $1 AND state = 'pending'",
        [message.id],
      );
      for (const { wait } of rows) waits.push(Math.round(wait / 60));
      await connection.pool.query("UPDATE outgoing SET next_attempt_at = now() WHERE state = 'pending'");
    }
    expect(await row(target)).toMatchObject({ state: "failed", status: 451 });
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(48 * 60);
  }
});

it("a slow attempt leaves the rest to the next one before its lease is over", async () => {
  stop.abort();
  await ended;
  const to = ["a@example.mx", "b@example.mx"];
  const channel = await addChannel(connection, { kind: "mail", to });
  await queueTests(connection, channel, 1);
  const message = (await claimNext(connection, channel)) ?? expect.unreachable();
  const late = await deliverMail(connection, { recipients: to, locale: "en" }, message, 0);
  expect(late).toMatchObject({ ok: false, permanent: false, error: "timeout" });
  expect(recipients()).toEqual(["a@example.mx"]);
  const { reached } = await row(`channel:${channel}`);
  expect(await deliverMail(connection, { recipients: to, locale: "en" }, { ...message, reached }, 0)).toMatchObject({
    ok: true,
  });
  expect(recipients()).toEqual(to);
});

it("a recipient with a temporary refusal is tried again, and nobody else gets the mail twice", async () => {
  server.refuse = (address) => (address === "b@example.mx" ? { status: 451, text: "later" } : null);
  const channel = await addChannel(connection, { kind: "mail", to: ["a@example.mx", "b@example.mx", "c@example.mx"] });
  await queueTests(connection, channel, 1);
  const target = `channel:${channel}`;
  const error = "recipient_refused";
  await expect.poll(() => row(target)).toMatchObject({ state: "pending", attempts: 1, status: 451, error });
  server.refuse = () => null;
  await connection.pool.query("UPDATE outgoing SET next_attempt_at = now() WHERE target = $1", [target]);
  await expect.poll(() => row(target)).toMatchObject({ state: "sent", attempts: 2 });
  expect(recipients()).toEqual(["a@example.mx", "b@example.mx", "c@example.mx"]);
});

it("a recipient with a permanent refusal is not tried again", async () => {
  server.refuse = (address) => (address === "b@example.mx" ? { status: 550, text: "no such user" } : null);
  const channel = await addChannel(connection, { kind: "mail", to: ["b@example.mx", "c@example.mx"] });
  await queueTests(connection, channel, 1);
  await expect
    .poll(() => row(`channel:${channel}`))
    .toMatchObject({ state: "failed", attempts: 1, status: 550, reached: ["c@example.mx"] });
});

it("a user gets mail in the language of the message, and none once the account is disabled", async () => {
  const [user_id, gone] = [randomUUID(), randomUUID()];
  await connection.pool.query(
    `INSERT INTO users (id, email, name, role, disabled_at)
     VALUES ($1, 'rosa@example.mx', 'Rosa', 'admin', NULL), ($2, 'gone@example.mx', 'Gone', 'admin', now())`,
    [user_id, gone],
  );
  const test = { kind: "test", source: "1", payload: { channel_id: "x" } };
  await enqueue(connection.pool, [
    { ...test, target: { user_id }, locale: "es-MX" },
    { ...test, target: { user_id: gone } },
  ]);
  await expect.poll(() => row(`user:${user_id}`)).toMatchObject({ state: "sent" });
  await expect.poll(() => row(`user:${gone}`)).toMatchObject({ state: "failed", error: "no_addressee" });
  expect(server.mails.map(({ to, source }) => [to, /^Subject: (.*)$/m.exec(source)?.[1]?.trim()])).toEqual([
    [["rosa@example.mx"], "Mensaje de prueba de Cotejo"],
  ]);
});
