import { ensureUser } from "#lib/access/server/users.ts";
import { chooseFirstTitleFields } from "#lib/core/server/titles/fill-titles.ts";
import { addNote } from "#lib/desk/server/notes/notes.ts";
import { changeReview } from "#lib/desk/server/review/command.ts";
import { finalRun, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import type { PackageChoice } from "#lib/records/contract/evidence/package.ts";
import { type Collected, collectPackage } from "#lib/records/server/evidence/package/collect.ts";
import { type PackageSources, packageFiles } from "#lib/records/server/evidence/package/make.ts";
import type { PackageFile } from "#lib/records/server/evidence/package/manifest.ts";
import { sourcesOf } from "#lib/records/server/evidence/package/open.ts";
import { readHead } from "#lib/records/server/evidence/proofs.ts";
import { publishHead } from "#lib/records/server/evidence/publish.ts";
import { sealAndSettle } from "#lib/records/server/evidence/testing/settle.ts";
import { deliver, read, secondsIn } from "#tools/test/arrivals.ts";

export const CURP = "OALU010514MJCXRN07";

export type Made = { collected: Collected; sources: PackageSources };

/** Files of the product with hostile texts, and their packages. `COTEJO_SECRET` has to be set. */
export async function productOf(database: Database) {
  const { pool } = database;
  const { begin, receive, review } = reviewDesk(database);
  await begin();
  await chooseFirstTitleFields({ title: ["/company"], tax_id: [] }, database);
  const person = <Role extends "compliance" | "admin">(name: string, email: string, role: Role) =>
    ensureUser({ email, name, role, password: "correct horse battery" }, database).then((user) => ({ ...user, role }));
  const ana = await person("Ana <script>alert(1)</script>", "ana@example.mx", "compliance");
  const rosa = await person("Rosa", "rosa@example.mx", "admin");

  /** As somebody who disables the refusal to change the log of reviews. */
  const asOwner = (statement: string) =>
    pool.query(
      `ALTER TABLE review_log DISABLE TRIGGER review_log_append_only; ${statement};
       ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_append_only`,
    );

  async function change(verification_id: string, given: { state: "open" } | { reason: string }): Promise<void> {
    const { version } = await review(verification_id);
    const accepted = { state: "resolved", resolution: "accepted" } as const;
    await changeReview(verification_id, { version, ...("reason" in given && accepted), ...given }, ana, database);
  }

  /** A decided file with three heads of the log: the published head before the decision, a head after it, and the newest. */
  async function decidedFile(verification_id: string, reason: string) {
    const of = { verification_id, created_at: secondsIn(0) };
    const verification_tag = "</title><script>alert(2)</script>";
    const curp = { success: true, search_number: CURP, applicant_data: { curp: CURP } };
    const people = [{ people_id: 3, full_name: "Luz 'O\"Hara", external_identities: { curp } }];
    await receive(
      deliver("verification.v2.created", { ...of, status: "pending", verification_tag }, 1),
      deliver("verification.v2.finished", { ...of, status: "finished" }, 90),
      finalRun(verification_id, [{ severity: "high", message: "Falta el acta" }]),
      read(verification_id, 95, { full_list: people }, "people"),
      read(verification_id, 96, { ...of, status: "finished", company: "Maderas <b>del Norte</b>" }),
    );
    await sealAndSettle(database);
    await publishHead({ info: () => undefined }, database);
    const published = await readHead(database);
    const opening = { action: "people.opened", actor: SYSTEM_ACTOR } as const;
    await writeAudit(pool, { ...opening, ids: { verification_id, people_ids: [3] } });
    await change(verification_id, { reason });
    const decision = `verification_id = '${verification_id}' AND digest IS NOT NULL`;
    await asOwner(`UPDATE review_log SET exceptions = exceptions || '{documents_incomplete}' WHERE ${decision}`);
    await sealAndSettle(database);
    const later = await readHead(database);
    const text = "<img src=x onerror=alert(3)>";
    await addNote({ verification_id, kind: "general", text }, rosa, database);
    await writeAudit(pool, { ...opening, ids: { verification_id: "ver_other" } });
    await sealAndSettle(database);
    return { published, later, newest: await readHead(database) };
  }

  /** A file with four steps of its review; the first ones have no number, as those of earlier versions. */
  async function reviewedFile(verification_id: string, unnumbered: number): Promise<void> {
    await receive(...finishedFile(verification_id));
    for (const given of [{ reason: "Copia" }, { state: "open" }, { reason: "Original" }] as const)
      await change(verification_id, given);
    const first = `verification_id = '${verification_id}' AND step <= ${unnumbered}`;
    await asOwner(`UPDATE review_log SET step = NULL WHERE ${first}`);
    await sealAndSettle(database);
  }

  /** The contents of a package, and its sources, which are read once. */
  async function collect(verification_id: string, choice: Partial<PackageChoice> = {}): Promise<Made> {
    const request = { verification_id, people: "shortened", notes: [], language: "en", ...choice } as const;
    const collected = await collectPackage({ ...request, reason: "Oficio 12/2026" }, rosa, database);
    return { collected, sources: await sourcesOf(collected, database) };
  }
  return { asOwner, decidedFile, reviewedFile, collect };
}

export async function filesOf({ collected, sources }: Made): Promise<PackageFile[]> {
  const files: PackageFile[] = [];
  for await (const file of packageFiles(collected, sources)) files.push(file);
  return files;
}

/** The entries of a kind, in the order of the log. */
export const entriesOfKind = ({ collected }: Pick<Made, "collected">, kind: string) =>
  collected.entries.filter((entry) => entry.kind === kind);
