/** @module-tag evidence-package */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addNote } from "#lib/desk/server/notes/notes.ts";
import { changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import type { PackageChoice } from "#lib/records/contract/evidence/package.ts";
import { startAuthority } from "#lib/records/server/evidence/testing/authority.ts";
import { sealAndSettle } from "#lib/records/server/evidence/testing/settle.ts";
import { deliver, read, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { openPackage } from "./open.ts";
import { openPeriod } from "./period.ts";

// A test configures the authority later, and a process reads its environment only once.
vi.mock("#lib/platform/server/base/env.ts", async (importOriginal) => {
  const module = await importOriginal<typeof import("#lib/platform/server/base/env.ts")>();
  return { ...module, env: () => module.readEnv(process.env) };
});

const database = await ownDatabase();
const { begin, user, receive, review } = reviewDesk(database);
const CURP = "HEGG560427MVZRRL04";
const base = mkdtempSync(join(tmpdir(), "cotejo-package-"));
afterAll(() => rmSync(base, { recursive: true }));

let ana: Reviewer;
beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  await begin();
});

/** A decided file with a person, notes of both kinds and an opening. */
async function decided(id: string): Promise<void> {
  const curp = { success: true, search_number: CURP, applicant_data: { curp: CURP, names: "GLORIA" } };
  const people = { full_list: [{ people_id: 5, full_name: "Gloria Hernández", external_identities: { curp } }] };
  await receive(...finishedFile(id, [finding("high", "acta")]), read(id, 95, people, "people"));
  const { version } = await review(id);
  await changeReview(
    id,
    { version, state: "resolved", resolution: "accepted", reason: "Acta <4411> & copia" },
    ana,
    database,
  );
  const writer = { id: ana.id, role: "compliance" as const };
  for (const kind of ["general", "compliance"] as const)
    await addNote({ verification_id: id, kind, text: `A ${kind} note` }, writer, database);
  await writeAudit(database.pool, {
    action: "people.opened",
    ids: { verification_id: id, people_ids: [5] },
    actor: SYSTEM_ACTOR,
  });
  await sealAndSettle(database);
}

type Change = Partial<PackageChoice> & { reason?: string; format?: "zip" | "html" };

async function opened(verification_id: string, { format = "zip", ...change }: Change = {}): Promise<Buffer> {
  const asked = { verification_id, format, people: "shortened", notes: [], language: "en", ...change } as const;
  const reader = { id: ana.id, email: "ana@example.mx", role: "admin" as const };
  const { body } = await openPackage(asked, reader, SYSTEM_ACTOR, database);
  return buffer(body);
}

/** The package as a folder, extracted by another program. */
async function extracted(verification_id: string, change: Change = {}): Promise<string> {
  const folder = mkdtempSync(join(base, "p"));
  const zip = join(folder, "package.zip");
  writeFileSync(zip, await opened(verification_id, change));
  execFileSync("python3", ["-m", "zipfile", "-e", zip, join(folder, "package")]);
  return join(folder, "package");
}

const json = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const verify = (folder: string) =>
  spawnSync(process.execPath, ["verify-evidence.mjs", "."], { cwd: folder, encoding: "utf8" }).stdout;

describe("the package of a file", () => {
  it("has its decision, deliveries and openings, each proven, and nothing of another file", async () => {
    await decided("ver_other");
    await decided("ver_one");
    const folder = await extracted("ver_one");
    expect(verify(folder)).toMatch(/^as it was made$/m);
    const { entries, files, unsealed } = json(folder, "manifest.json");
    const kinds = Map.groupBy(entries as { kind: string }[], ({ kind }) => kind);
    expect(kinds.get("delivery")).toHaveLength(3);
    expect(kinds.get("audit")?.length).toBeGreaterThan(0);
    expect(unsealed).toEqual({ review: 0, statement: 0, delivery: 0 });
    expect(files.filter(({ name }: { name: string }) => name.startsWith("deliveries/"))).toHaveLength(3);
    const lines = readFileSync(join(folder, "entries.jsonl"), "utf8");
    expect(lines).toContain('"resolution":"accepted"');
    expect(lines).not.toContain("ver_other");
    expect(json(folder, "decisions.json")).toMatchObject([{ resolution: "accepted", words: "Acta <4411> & copia" }]);
  });

  it("shows on its page what the product states, and names steps, deliveries and audit entries that were deleted without a cause", async () => {
    await decided("ver_shown");
    await database.pool.query(
      `UPDATE verification_summaries SET title = 'Maderas del Norte', tag = 'EXP-2008', tax_id = 'MNO010101AB1',
         account_name = 'Banco Uno' WHERE verification_id = 'ver_shown'`,
    );
    const page = (await opened("ver_shown", { format: "html" })).toString();
    const shown = Object.fromEntries(
      [...page.matchAll(/<dt>([^<]+)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [name, value]).toReversed(),
    );
    expect(shown).toMatchObject({
      ...{ Title: "Maderas del Norte", Tag: "EXP-2008", "Tax ID": "MNO010101AB1", Account: "Banco Uno" },
      ...{ Status: "Finished", Created: expect.stringContaining("UTC−06:00") },
      "In spite of": "<ul><li>High finding</li></ul>",
      Reason: "<blockquote>Acta &lt;4411&gt; &amp; copia</blockquote>",
    });
    expect(page).not.toContain("UTC+00:00");
    await database.pool.query(
      `ALTER TABLE review_log DISABLE TRIGGER review_log_append_only;
       DELETE FROM review_log WHERE id = (SELECT max(id) FROM review_log WHERE verification_id = 'ver_shown');
       ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_append_only;
       ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only;
       DELETE FROM audit_log WHERE action = 'people.opened' AND ids ->> 'verification_id' = 'ver_shown';
       ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only;
       DELETE FROM inbox WHERE id = (SELECT max(id) FROM inbox WHERE kind = 'delivery' AND verification_id = 'ver_shown')`,
    );
    await sealAndSettle(database);
    expect(
      verify(await extracted("ver_shown")).match(/^missing: entry \d+ of the log: it was deleted without a cause$/gm),
    ).toHaveLength(3);
    expect(verify(await extracted("ver_one"))).toMatch(/^as it was made$/m);
  });

  it("is checked by the commands of its README alone", async () => {
    const folder = await extracted("ver_one", { language: "es-MX" });
    const readme = readFileSync(join(folder, "README.txt"), "utf8");
    const commands = readme
      .split("\n")
      .filter((line) => /^ {4,}(sha256sum|openssl|sed|\(printf)/.test(line))
      .join("\n");
    const output = execFileSync("sh", ["-euc", commands], { cwd: folder, encoding: "utf8" });
    expect(output).toContain("entries.jsonl: OK");
    expect(output.match(/Signature Verified Successfully/g)).toHaveLength(2);
    const leaf = /^([0-9a-f]{64}) {2}-$/m.exec(output)?.[1];
    const { entries } = json(folder, "manifest.json");
    const { rows } = await database.pool.query(
      "SELECT encode(hash, 'hex') AS hash FROM evidence_leaves WHERE position = $1",
      [entries[0].position],
    );
    expect(leaf).toBe(rows[0].hash);
  });

  it("shortens people unless they are asked for with a reason, and has the notes that were chosen", async () => {
    const folder = await extracted("ver_one", { notes: ["general"] });
    expect(json(folder, "people.json")).toEqual([
      { people_id: 5, name: "Gloria Hernández", curp: "HEGG…04", outcome: "found" },
    ]);
    expect(json(folder, "notes.json")).toMatchObject([{ kind: "general", text: "A general note" }]);
    expect(readFileSync(join(folder, "evidence.html"), "utf8")).not.toContain(CURP);
    await expect(opened("ver_one", { people: "whole" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const whole = await extracted("ver_one", { people: "whole", reason: "Oficio 12/2026" });
    expect(json(whole, "people.json")[0].curp).toBe(CURP);
    const { rows } = await database.pool.query(
      "SELECT action FROM audit_log WHERE action IN ('people.named', 'people.opened') ORDER BY id DESC LIMIT 2",
    );
    expect(rows.map(({ action }) => action)).toEqual(["people.opened", "people.named"]);
  });

  it("has the event that deleted a payload instead of the payload", async () => {
    await decided("ver_gone");
    await database.pool.query(
      `INSERT INTO inbox (kind, signature, receiver_id, signed_at, body, verification_id, state, received_at)
       VALUES ('delivery', repeat('d', 64), 'rcv_1', 1764000000, '{}', 'ver_gone', 'applied', now() - interval '8 days')`,
    );
    await sealAndSettle(database);
    const { rows } = await database.pool.query<{ id: number }>(
      "UPDATE inbox SET body = NULL, stated = '{}' WHERE signature = repeat('d', 64) RETURNING id",
    );
    await sealAndSettle(database);
    const folder = await extracted("ver_gone");
    expect(verify(folder)).toMatch(/^as it was made$/m);
    const { entries } = json(folder, "manifest.json");
    expect(
      entries.find(({ id, kind }: { id: number; kind: string }) => kind === "delivery" && id === rows[0]?.id),
    ).not.toHaveProperty("body");
  });

  it("shortens the CURPs of a body, and says that the place of its delivery alone is proven", async () => {
    await decided("ver_curp");
    const hidden = `{"event_name":"x","data":{"note":"\\u0048EGG560427MVZRRL04"}}`;
    await database.pool.query(
      `INSERT INTO inbox (kind, signature, receiver_id, signed_at, body, verification_id, state)
       VALUES ('delivery', repeat('c', 64), 'rcv_1', 1764000000, $1, 'ver_curp', 'applied')`,
      [Buffer.from(hidden)],
    );
    await sealAndSettle(database);
    const folder = await extracted("ver_curp");
    expect(verify(folder)).toMatch(/^1 of them: the place in the log is proven.*\n(.*\n)*as it was made$/m);
    const { files } = json(folder, "manifest.json");
    const { name } = files.find((file: { name: string }) => file.name.endsWith(".shortened.json"));
    expect(readFileSync(join(folder, name), "utf8")).toBe('{"event_name":"x","data":{"note":"HEGG…04"}}');
  });

  it("shows no CURP and no date of birth or registration in any file, nor what they could be found by", async () => {
    const text = `${CURP}, ${[...CURP].join(" ")}, nacida el 27/04/1960 (1960-04-27), registro 1960-05-30`;
    const [id, at] = ["ver_texts", { verification_id: "ver_texts" }];
    const curp = {
      ...{ success: true, search_number: CURP, applicant_data: { curp: CURP, birth_date: "1960-04-27" } },
      evidentiary_document_data: { registry_date: "1960-05-30" },
    };
    await receive(
      ...finishedFile(id, [{ ...finding("high"), message: text, missing_field: text }]),
      deliver("verification_item.v2.completed", { ...at, item_id: 3, item_error: text, completed_at: secondsIn(40) }),
      deliver("verification.v2.label_added", { ...at, label: text, comment: text, added_at: secondsIn(41) }),
      deliver("verification_people.curp_search_completed", { ...at, people_id: 5, people_error_message: text }),
      read(id, 95, { full_list: [{ people_id: 5, full_name: "Gloria", external_identities: { curp } }] }, "people"),
      read(id, 96, { ...at, status: "finished", title: text, account_name: text, remarks: text }),
    );
    const { version } = await review(id);
    const decision = { version, state: "resolved", resolution: "accepted", reason: text } as const;
    await changeReview(id, decision, ana, database);
    await database.pool.query(
      "INSERT INTO notes (verification_id, user_id, kind, text) VALUES ($1, $2, 'general', $3)",
      [...[id, ana.id, text]],
    );
    await database.pool.query(
      `INSERT INTO letters (id, verification_id, recipient, subject, text, user_id)
       VALUES (gen_random_uuid(), $1, 'x@example.mx', $3, $3, $2)`,
      [id, ana.id, text],
    );
    await database.pool.query(
      `WITH sample AS (
         INSERT INTO review_samples (drawn_by, drawn_by_name, drawn_from, seed, size, population, signed_at, signed_by_name, digest)
         VALUES ($1, 'Eva', '{}', 's', 1, 1, now(), 'Eva', 'the digest of the sheet') RETURNING sample_id
       )
       INSERT INTO review_sample_decisions (sample_id, entry_id, verification_id, result, note, at, user_name)
       SELECT sample_id, log.id, $2, 'objected', $3, now(), 'Eva' FROM sample, review_log AS log
       WHERE log.verification_id = $2 AND digest IS NOT NULL`,
      [...[ana.id, id, text]],
    );
    const after = { words: text };
    await writeAudit(database.pool, { action: "verification.opened", ids: at, actor: SYSTEM_ACTOR, after });
    await sealAndSettle(database);

    const folder = await extracted(id, { notes: ["general"] });
    const { rows } = await database.pool.query<{ hidden: string }>(
      `SELECT encode(sha256(body), 'hex') AS hidden FROM inbox WHERE verification_id = $1 AND position($2 IN convert_from(body, 'UTF8')) > 0
       UNION ALL SELECT digest FROM review_log WHERE verification_id = $1 AND digest IS NOT NULL
       UNION ALL SELECT encode(salt, 'hex') FROM evidence_leaves AS leaf JOIN evidence_salts USING (position)
         WHERE leaf.kind = 'review' AND source_id IN (SELECT id FROM review_log WHERE verification_id = $1 AND digest IS NOT NULL)`,
      [id, CURP],
    );
    expect(rows.length).toBeGreaterThan(5);
    const hidden = [...rows.map((row) => row.hidden), "27/04/1960", "1960-04-27", "1960-05-30"];
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const content = readFileSync(join(folder, name), "utf8");
      expect(content.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""), name).not.toContain(CURP);
      for (const one of hidden) expect(content, name).not.toContain(one);
    }
    const { entries } = json(folder, "manifest.json");
    const covered = entries.filter(({ leaf }: { leaf?: string }) => leaf !== undefined);
    expect(new Set(covered.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(["review", "delivery", "audit"]),
    );
    const said = new RegExp(
      `^${covered.length} of them: the place in the log is proven, the words are covered and not`,
      "m",
    );
    expect(verify(folder)).toMatch(said);
    expect(verify(folder)).toMatch(/^as it was made$/m);
    expect(json(folder, "decisions.json")).toMatchObject([{ resolution: "accepted", digest: "…" }]);
    const reviewed = { result: "objected", by: "Eva", digest: "the digest of the sheet" };
    expect(json(folder, "samples.json")).toMatchObject([reviewed]);
    expect(readFileSync(join(folder, "evidence.html"), "utf8")).toContain("Samples of decisions");

    const whole = await extracted(id, { people: "whole", reason: "Oficio 12/2026" });
    expect(verify(whole)).not.toContain("covered");
    expect(verify(whole)).toMatch(/^as it was made$/m);
    expect(readFileSync(join(whole, "entries.jsonl"), "utf8")).toContain(text);

    await database.pool.query("ALTER TABLE review_log DISABLE TRIGGER ALL");
    await database.pool.query(
      "UPDATE review_log SET resolution = 'rejected' WHERE verification_id = $1 AND digest IS NOT NULL",
      [id],
    );
    await database.pool.query("ALTER TABLE review_log ENABLE TRIGGER ALL");
    const altered = `UPDATE inbox SET body = body || ' ' WHERE verification_id = $1 AND position($2 IN convert_from(body, 'UTF8')) > 0`;
    await database.pool.query("ALTER TABLE inbox DISABLE TRIGGER ALL");
    const { rowCount } = await database.pool.query(altered, [id, CURP]);
    await database.pool.query("ALTER TABLE inbox ENABLE TRIGGER ALL");
    const found = verify(await extracted(id)).match(/^altered: entry \d+ of the log .*: its leaf is not in the log$/gm);
    expect(found).toHaveLength((rowCount ?? 0) + 1);
    await database.pool.query("DELETE FROM verification_summaries WHERE verification_id = $1", [id]);
  });

  it("has the time stamp of its manifest by an authority, which OpenSSL verifies offline", async () => {
    await decided("ver_stamped");
    const folder = await extracted("ver_stamped");
    expect(readFileSync(join(folder, "manifest.tsr.txt"), "utf8")).toMatch(/^No time stamp: no authority/);
    const authority = await startAuthority();
    vi.stubEnv("TSA_URL", authority.url);
    const stamped = await extracted("ver_stamped");
    const digest = createHash("sha256")
      .update(readFileSync(join(stamped, "manifest.json")))
      .digest();
    expect(await authority.verify(readFileSync(join(stamped, "manifest.tsr")), digest)).toContain("Verification: OK");
    expect(verify(stamped)).toMatch(/^as it was made$/m);
    await authority.close();
    const alone = await extracted("ver_stamped");
    expect(readFileSync(join(alone, "manifest.tsr.txt"), "utf8")).toMatch(/^No time stamp: \w+$/m);
    vi.stubEnv("TSA_URL", undefined);
  });

  it("is red where the database was altered", async () => {
    await decided("ver_altered");
    await database.pool.query("ALTER TABLE review_log DISABLE TRIGGER ALL");
    await database.pool.query(
      "UPDATE review_log SET resolution = 'rejected' WHERE verification_id = 'ver_altered' AND digest IS NOT NULL",
    );
    await database.pool.query("ALTER TABLE review_log ENABLE TRIGGER ALL");
    const folder = await extracted("ver_altered");
    expect(verify(folder)).toMatch(/^altered: entry \d+ of the log \(review \d+\): its text is not the sealed one$/m);
  });

  it("of a file that pages do not show needs a reason; an unknown file has no package", async () => {
    await decided("ver_blocked");
    await database.pool.query("DELETE FROM verification_summaries WHERE verification_id = 'ver_blocked'");
    await expect(opened("ver_blocked")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(verify(await extracted("ver_blocked", { reason: "Oficio 12/2026" }))).toMatch(/^as it was made$/m);
    await expect(opened("ver_nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the packages of a period", () => {
  const period = async (from: string, to: string) => {
    const reader = { id: ana.id, email: "ana@example.mx", role: "admin" as const };
    return openPeriod({ from, to, language: "en" }, reader, SYSTEM_ACTOR, database);
  };
  const [BEFORE, AFTER] = ["2020-01-01T00:00:00.000000Z", "2099-01-01T00:00:00.000000Z"] as const;

  async function unpacked(): Promise<string> {
    const folder = mkdtempSync(join(base, "p"));
    writeFileSync(join(folder, "period.zip"), await buffer((await period(BEFORE, AFTER)).body));
    execFileSync("python3", ["-m", "zipfile", "-e", join(folder, "period.zip"), join(folder, "package")]);
    return join(folder, "package");
  }

  it("has each decided file under one head, and finds what was altered, taken out and added", async () => {
    await database.pool.query("DELETE FROM verification_summaries WHERE verification_id = 'ver_altered'");
    const folder = await unpacked();
    const { packages } = json(folder, "manifest.json");
    const { rows } = await database.pool.query(
      `SELECT DISTINCT verification_id FROM review_log JOIN verification_summaries USING (verification_id)
       WHERE digest IS NOT NULL`,
    );
    expect(packages).toHaveLength(rows.length);
    expect(verify(folder)).toMatch(/^as it was made$/m);
    const entries = join(folder, "files/000001/entries.jsonl");
    const text = readFileSync(entries, "utf8");
    writeFileSync(entries, text.replace("accepted", "rejected"));
    expect(verify(folder)).toMatch(/^altered: files\/000001: entry/m);
    writeFileSync(entries, text);
    writeFileSync(join(folder, "files/note.txt"), "x");
    expect(verify(folder)).toMatch(/^added: files\/note.txt/m);
    rmSync(join(folder, "files/note.txt"));
    rmSync(join(folder, "files/000002"), { recursive: true });
    expect(verify(folder)).toMatch(/^missing: files\/000002\/manifest.json/m);
  });

  it("is refused without a decision", async () => {
    await expect(period(BEFORE, "2020-01-02T00:00:00.000000Z")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
