import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "#lib/platform/server/base/env.ts";
import { announcedDuring } from "#tools/test/announced.ts";
import { startMailServer } from "#tools/test/mail-server.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { sendLetter } from "./send-letter.ts";

const server = await startMailServer();
vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${server.port}`);
vi.stubEnv("MAIL_FROM", "Cumplimiento <cotejo@empresa.mx>");
env();
const database = await ownDatabase();
const { pool } = database;
afterAll(() => server.close());

beforeEach(() => {
  server.mails.length = 0;
  server.refuse = () => null;
  server.refuseText = null;
});

async function written(): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `WITH author AS (
       INSERT INTO users (id, email, name, role) VALUES ($1, $2, 'Laura', 'compliance') RETURNING id
     )
     INSERT INTO letters (id, verification_id, recipient, subject, text, user_id)
     SELECT $1, 'ver_1', 'maria@cliente.mx', 'Documentos', 'Falta el acta.', id FROM author`,
    [id, `laura.${id}@empresa.mx`],
  );
  return id;
}

const stored = async (id: string) =>
  (await pool.query("SELECT state, status, error, ended_at IS NOT NULL AS ended FROM letters WHERE id = $1", [id]))
    .rows[0];
const send = (id: string) => sendLetter(database, id);

describe("a letter", () => {
  it("is sent once, its answers go to the officer, and the file shows its result", async () => {
    const id = await written();
    expect(await announcedDuring(database.url, () => send(id))).toEqual({ ver_1: ["letters"] });
    expect(await stored(id)).toEqual({ state: "sent", status: 250, error: null, ended: true });
    expect(await send(id)).toMatchObject({ ok: true, status: 250 });
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.source).toContain(`Reply-To: laura.${id}@empresa.mx`);
    expect(server.mails[0]?.source).toContain(`Message-ID: <${id}@empresa.mx>`);
    expect(server.mails[0]?.source).not.toContain("Auto-Submitted");
  });

  it("has bounced where the server knows no such address, and is not sent again", async () => {
    server.refuse = () => ({ status: 550, text: "5.1.1 unknown" });
    const id = await written();
    expect(await send(id)).toMatchObject({ ok: false, permanent: true, status: 550, error: "recipient_refused" });
    expect(await stored(id)).toEqual({ state: "bounced", status: 550, error: "recipient_refused", ended: true });
    server.refuse = () => null;
    expect(await send(id)).toMatchObject({ ok: false, permanent: true, error: "recipient_refused" });
    expect(server.mails).toEqual([]);
  });

  it("is refused where the server refuses its text", async () => {
    server.refuseText = { status: 554, text: "5.7.1 spam" };
    const id = await written();
    expect(await send(id)).toMatchObject({ ok: false, permanent: true, status: 554 });
    expect(await stored(id)).toMatchObject({ state: "refused", error: "message_refused" });
  });

  it("waits after a temporary failure, and is then sent", async () => {
    server.refuse = () => ({ status: 451, text: "4.7.1 later" });
    const id = await written();
    expect(await send(id)).toMatchObject({ ok: false, permanent: false, status: 451 });
    expect(await stored(id)).toEqual({ state: "pending", status: 451, error: "recipient_refused", ended: false });
    server.refuse = () => null;
    expect(await send(id)).toMatchObject({ ok: true });
    expect(await stored(id)).toMatchObject({ state: "sent", error: null });
  });

  it("has failed after the last attempt, and the file is told", async () => {
    server.refuse = () => ({ status: 451, text: "4.7.1 later" });
    const id = await written();
    expect(await announcedDuring(database.url, () => sendLetter(database, id, true))).toEqual({ ver_1: ["letters"] });
    expect(await stored(id)).toEqual({ state: "failed", status: 451, error: "recipient_refused", ended: true });
    const { rows } = await pool.query("SELECT outcome, after FROM audit_log WHERE ids->>'letter_id' = $1", [id]);
    expect(rows).toEqual([{ outcome: "failed", after: { state: "failed", smtp_status: 451 } }]);
  });

  it("is not sent where it is gone, or its result is unknown after a restore", async () => {
    expect(await send(randomUUID())).toMatchObject({ ok: false, permanent: true, error: "no_letter" });
    const id = await written();
    await pool.query("UPDATE letters SET state = 'unknown', ended_at = now() WHERE id = $1", [id]);
    expect(await send(id)).toMatchObject({ ok: false, permanent: true, error: "unknown" });
    expect(server.mails).toEqual([]);
  });
});
