import { randomUUID } from "node:crypto";
import { afterAll, expect, it, vi } from "vitest";
import { keepSending } from "#lib/outbound/server/channels/testing/keep-sending.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { startMailServer } from "#tools/test/mail-server.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { addLetter, listLetters } from "./letters.ts";

const server = await startMailServer();
vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${server.port}`);
vi.stubEnv("MAIL_FROM", "Cumplimiento <cotejo@empresa.mx>");
env();
const database = await ownDatabase();
const { pool } = database;
afterAll(() => server.close());

it("a letter is sent by the queue after a temporary failure, once, and its result stands on the file", async () => {
  server.refuse = () => ({ status: 451, text: "4.7.1 later" });
  const author = { id: randomUUID(), email: "laura@empresa.mx", name: "Laura", role: "compliance" as const };
  await pool.query("INSERT INTO users (id, email, name, role) VALUES ($1, $2, 'Laura', 'compliance')", [
    author.id,
    author.email,
  ]);
  const verification_id = "ver_1";
  await insertSummaries(pool, [{ verification_id }]);
  const letter = { letter_id: randomUUID(), to: "maria@cliente.mx", subject: "Documentos", text: "Falta el acta." };
  await addLetter({ verification_id, ...letter }, author, database);
  const stop = new AbortController();
  const sender = keepSending(database, stop.signal);
  const shown = async () => (await listLetters(verification_id, author, database)).items[0];
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ state: "pending", status: 451 }), 90_000);
  await vi.waitFor(async () => {
    const { rows } = await pool.query("SELECT attempts FROM outgoing WHERE state = 'pending' AND status = 451");
    expect(rows).toEqual([{ attempts: 1 }]);
  }, 90_000);
  server.refuse = () => null;
  await pool.query("UPDATE outgoing SET next_attempt_at = now()");
  await vi.waitFor(
    async () => expect(await shown()).toMatchObject({ state: "sent", status: 250, error: null }),
    90_000,
  );
  stop.abort();
  await sender;
  expect(server.mails).toMatchObject([{ to: ["maria@cliente.mx"] }]);
});
