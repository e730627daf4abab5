import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Letter, type Letters, MAX_LETTER_TEXT, MAX_LETTERS } from "#lib/outbound/contract/letters/letter.ts";
import { sendLetter } from "#lib/outbound/server/channels/send-letter.ts";
import type { KeptMail } from "#lib/platform/contract/mail/kept-mail.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { messagesDuring } from "#tools/test/announced.ts";
import { callRoute, dashboardForEach, expectStoredNowhere } from "#tools/test/call-route.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { GET as listMails } from "./sandbox/mails/route.ts";
import { GET, POST } from "./verifications/[verification_id]/letters/route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));
vi.stubEnv("COTEJO_SANDBOX", "1");

const dashboard = dashboardForEach(async () => undefined);
beforeAll(() => expect(env().sandbox).toBe(true));

let verification_id: string;
let tests = 0;
beforeEach(async () => {
  tests += 1;
  verification_id = `ver_letters_${tests}`;
  await insertSummaries(database().pool, [{ verification_id }]);
  await dashboard().signInAs("compliance");
});

const letter = () => ({
  letter_id: randomUUID(),
  to: "maria@cliente.mx",
  subject: "Documentos pendientes",
  text: "Estimada María:\n\nFalta el acta.",
});
const send = (body: object, id = verification_id) => callRoute(POST, { params: { verification_id: id }, body });
const read = async (): Promise<Letters> => (await callRoute(GET, { method: "GET", params: { verification_id } })).body;
const mails = async (): Promise<KeptMail[]> => (await callRoute(listMails, { method: "GET" })).body.items;
const queued = async () =>
  (
    await database().pool.query("SELECT target, kind, payload FROM outgoing WHERE verification_id = $1", [
      verification_id,
    ])
  ).rows;

describe("letters about a verification", () => {
  it("are queued, sent, kept by the embedded service, and read by all with their state", async () => {
    const written = letter();
    const changes = await messagesDuring(dashboard().databaseUrl, async () => {
      expect(await send({ ...written, to: " maria@cliente.mx " })).toMatchObject({
        status: 201,
        body: { ...written, verification_id, author: { name: "compliance" }, state: "pending", ended_at: null },
      });
    });
    expect(changes).toEqual([{ verification_id, kinds: ["letters"] }]);
    expect(await queued()).toEqual([{ target: `letter:${written.letter_id}`, kind: "letter", payload: {} }]);
    expect(await read()).toMatchObject({ items: [{ state: "pending" }], reply_to: expect.stringContaining("@") });
    expect(await sendLetter(database(), written.letter_id)).toMatchObject({ ok: true, status: 250 });
    await dashboard().signInAs("support");
    const { items, reply_to } = await read();
    expect(items).toMatchObject([{ ...written, state: "sent", status: 250, error: null }]);
    expect(reply_to).toBeNull();
    await dashboard().signInAs("admin");
    const [kept] = await mails();
    expect(kept).toMatchObject({ verification_id, to: written.to, subject: written.subject, text: written.text });
    expect(kept?.reply_to).toMatch(/^compliance@/);
  });

  it("are sent by roles that may decide, and by no other role", async () => {
    for (const role of ["support", "admin"] as const) {
      await dashboard().signInAs(role);
      expect(await send(letter())).toMatchObject({ status: 403 });
    }
    expect(await queued()).toEqual([]);
  });

  it("are sent once, however often the request is repeated", async () => {
    const written = letter();
    const answers = await Promise.all([send(written), send(written), send(written)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    await sendLetter(database(), written.letter_id);
    expect((await send(written)).body).toMatchObject({ state: "sent" });
    await sendLetter(database(), written.letter_id);
    expect(await queued()).toHaveLength(1);
    await dashboard().signInAs("admin");
    expect((await mails()).filter((mail) => mail.verification_id === verification_id)).toHaveLength(1);
  });

  it("have an id each: the id of another letter is refused", async () => {
    const written = letter();
    await send(written);
    for (const other of [{ text: "Other" }, { to: "juan@cliente.mx" }, { subject: "Other" }]) {
      expect(await send({ ...written, ...other })).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    }
    await insertSummaries(database().pool, [{ verification_id: `${verification_id}_other` }]);
    expect(await send(written, `${verification_id}_other`)).toMatchObject({ status: 409 });
    await dashboard().signInAs("compliance");
    expect((await read()).items).toMatchObject([{ text: written.text }]);
  });

  it.each([
    ["a line break in the address", { to: "maria@cliente.mx\r\nBcc: other@example.mx" }],
    ["a name before the address", { to: "María <maria@cliente.mx>" }],
    ["two addresses", { to: "maria@cliente.mx,juan@cliente.mx" }],
    ["no address", { to: "" }],
    ["a line break in the subject", { subject: "Hola\r\nBcc: other@example.mx" }],
    ["no subject", { subject: " " }],
    ["a long subject", { subject: "a".repeat(201) }],
    ["no text", { text: "" }],
    ["a long text", { text: "a".repeat(MAX_LETTER_TEXT + 1) }],
    ["an id of another form", { letter_id: "1" }],
    ["a sender of its own", { reply_to: "other@example.mx" }],
  ])("are refused with %s", async (_name, wrong) => {
    expect(await send({ ...letter(), ...wrong })).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(await queued()).toEqual([]);
  });

  it("need a known verification, and are limited in number", async () => {
    expect(await send(letter(), "ver_of_nobody")).toMatchObject({ status: 404 });
    await database().pool.query(
      `INSERT INTO letters (id, verification_id, recipient, subject, text, user_id)
       SELECT gen_random_uuid(), $1, 'a@b.mx', 'a', 'a', (SELECT id FROM users LIMIT 1) FROM generate_series(1, $2)`,
      [verification_id, MAX_LETTERS],
    );
    expect(await send(letter())).toMatchObject({ status: 409 });
    expect((await read()).items).toHaveLength(MAX_LETTERS);
  });

  it("have failed once the queue has given up", async () => {
    const written = letter();
    await send(written);
    await database().pool.query("UPDATE outgoing SET state = 'failed', ended_at = now() WHERE verification_id = $1", [
      verification_id,
    ]);
    expect((await read()).items).toMatchObject([{ state: "failed", ended_at: expect.any(String) }]);
  });

  it("are in the trail without their text and address", async () => {
    const written: Partial<Letter> & ReturnType<typeof letter> = { ...letter(), text: "Only here 4411" };
    await send(written);
    await sendLetter(database(), written.letter_id);
    const { rows } = await database().pool.query(
      "SELECT action, outcome, ids, after FROM audit_log WHERE ids->>'letter_id' = $1 ORDER BY id",
      [written.letter_id],
    );
    expect(rows).toEqual([
      {
        action: "letter.sent",
        outcome: "done",
        ids: { verification_id, letter_id: written.letter_id },
        after: { characters: written.text.length },
      },
      {
        action: "letter.answered",
        outcome: "done",
        ids: { verification_id, letter_id: written.letter_id },
        after: { state: "sent", smtp_status: 250 },
      },
    ]);
  });

  it("are erased with their verification, the kept mail too, and one in the queue is not sent", async () => {
    const [sent, pending] = [letter(), { ...letter(), text: "Only here 4412" }];
    await send(sent);
    await sendLetter(database(), sent.letter_id);
    await send(pending);
    await eraseVerification({ verification_id }, SYSTEM_ACTOR);
    await expectStoredNowhere("Only here 4412");
    expect(await sendLetter(database(), pending.letter_id)).toMatchObject({
      ok: false,
      permanent: true,
      error: "no_letter",
    });
    await dashboard().signInAs("admin");
    expect((await mails()).filter((mail) => mail.verification_id === verification_id)).toEqual([]);
  });
});

describe("kept mails", () => {
  it("are the newest hundred, for users of the sandbox", async () => {
    const { pool } = database();
    await pool.query(
      `INSERT INTO kept_mails (recipient, subject, text) SELECT 'a@b.mx', 'old ' || n, 'a' FROM generate_series(1, 150) AS n`,
    );
    const written = letter();
    await send(written);
    await sendLetter(database(), written.letter_id);
    const kept = await mails();
    expect(kept).toHaveLength(100);
    expect(kept[0]).toMatchObject({ subject: written.subject });
    expect((await pool.query("SELECT FROM kept_mails")).rowCount).toBe(100);
    await dashboard().signInAs("support");
    expect(await callRoute(listMails, { method: "GET" })).toMatchObject({ status: 403 });
  });
});
