/** @module-tag crash-models */
import fc from "fast-check";
import { beforeAll, expect, it, vi } from "vitest";
import { isBlocked } from "#lib/core/server/inbox/erasure-marks.ts";
import { CUSTODY_PROFILES, type CustodyProfile } from "#lib/desk/contract/custody/policy.ts";
import { changeReview, type Reviewer, undoReview } from "#lib/desk/server/review/command.ts";
import { finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { retain } from "#lib/records/server/privacy/retention.ts";
import { rowsThatHold } from "#lib/records/server/privacy/testing/rows-that-hold.ts";
import { DERIVED_TABLES } from "#lib/tables.ts";
import { read } from "#tools/test/arrivals.ts";
import { examples } from "#tools/test/effort.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { endHold, placeHold } from "./holds.ts";
import { changeCustodyPolicy, readCustodyPolicy } from "./policy.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);
const actor = { user: null, address: null, user_agent: null };
const CURPS = ["LOOA531113HTCPBN07", "BOXW310820HNERXN09"];

let ana: Reviewer;
beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  await begin({ approval: "never" });
});

const OWN_MONTHS = 3;

/** A file as the model knows it: times are days before now. */
type File = {
  id: string;
  curp: string;
  received: number;
  /** The decisions that count, oldest first. */
  decided: { resolution: "accepted" | "rejected"; at: number }[];
  /** The step that an undoing would undo. */
  last: "decision" | "reopening" | null;
  blocked: boolean;
};
type Model = {
  files: File[];
  profiles: Record<"accepted" | "rejected" | "undecided", CustodyProfile>;
  holds: { hold_id: string; covers: (file: File) => boolean }[];
  unset: boolean;
};

/** The minimal number of days of a period. */
const daysOf = (profile: CustodyProfile): number => ({ lfpiorpi: 3_650, minimum: 0, own: 89, variables: 0 })[profile];

/** Whether the model is sure that the file is covered: calendar months have no fixed length. */
function covers(model: Model, file: File): "retention" | "both" | null {
  if (model.holds.some((hold) => hold.covers(file))) return "both";
  const grounds: [keyof Model["profiles"], number][] = file.decided.map(({ resolution, at }) => [resolution, at]);
  if (grounds.length === 0) grounds.push(["undecided", file.received]);
  if (grounds.some(([kind, since]) => since < daysOf(model.profiles[kind]))) return "both";
  return model.unset && file.decided.some(({ resolution }) => model.profiles[resolution] === "variables")
    ? "retention"
    : null;
}

const PAYLOADS = `SELECT count(*)::int AS rows, count(*) FILTER (WHERE inbox.stated IS NULL AND
    (inbox.kind = 'delivery' AND inbox.body IS NOT NULL OR bodies.hash IS NOT NULL))::int AS payloads
  FROM inbox LEFT JOIN snapshot_bodies AS bodies ON bodies.hash = inbox.body_hash WHERE inbox.verification_id = $1`;
const kept = async ({ id }: File) => (await pool.query(PAYLOADS, [id])).rows[0];

const projections = async (id: string) =>
  (await rowsThatHold(pool, id)).filter((place) => DERIVED_TABLES.some((table) => place.startsWith(`${table}.`)));

const reviewed = async ({ id }: File) => (await review(id)).version;

const nth = fc.nat({ max: 2 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("retain" as const), unset: fc.boolean() }) },
  fc.record({ do: fc.constantFrom("erase", "undo", "reopen", "hold", "end" as const), file: nth }),
  fc.record({ do: fc.constant("person" as const), curp: fc.constantFrom(...CURPS) }),
  fc.record({
    do: fc.constant("decide" as const),
    file: nth,
    resolution: fc.constantFrom("accepted", "rejected" as const),
  }),
  fc.record({ do: fc.constant("age" as const), file: nth, days: fc.constantFrom(40, 200) }),
  fc.record({
    do: fc.constant("periods" as const),
    accepted: fc.constantFrom(...CUSTODY_PROFILES),
    rejected: fc.constantFrom(...CUSTODY_PROFILES),
    undecided: fc.constantFrom(...CUSTODY_PROFILES),
  }),
);
type ModelStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const refused = (error: { code?: string }) => error.code ?? Promise.reject(error);

async function perform(model: Model, act: ModelStep): Promise<void> {
  const file = "file" in act ? model.files[act.file] : undefined;
  if (act.do === "retain") {
    model.unset = act.unset;
    const all = act.unset;
    await retain(
      new AbortController().signal,
      database,
      {
        RETENTION_PAYLOADS_DAYS: 30,
        RETENTION_PEOPLE_DAYS: 30,
        RETENTION_REFUSALS_DAYS: 30,
        RETENTION_AUDIT_DAYS: 90,
        keepsDecided: { payloads: all, people: all, audit: all },
      },
      true,
    );
  } else if (act.do === "periods") {
    const { version } = await readCustodyPolicy(pool);
    const rule = (profile: CustodyProfile) => ({ profile, ...(profile === "own" && { months: OWN_MONTHS }) });
    const { accepted, rejected, undecided } = act;
    model.profiles = { accepted, rejected, undecided };
    await changeCustodyPolicy(
      { version, accepted: rule(accepted), rejected: rule(rejected), undecided: rule(undecided) },
      ana.id,
      database,
    );
  } else if (act.do === "person") {
    const { hold_id } = await placeHold({ curp: act.curp, reason: "Orden" }, ana.id, database);
    // The people of a blocked file are not found any more.
    const found = new Set(model.files.filter(({ curp, blocked }) => curp === act.curp && !blocked).map(({ id }) => id));
    model.holds.push({ hold_id, covers: ({ id }) => found.has(id) });
  } else if (!file) {
    // It is erased.
  } else if (act.do === "hold") {
    const { hold_id } = await placeHold({ verification_id: file.id, reason: "Oficio" }, ana.id, database);
    model.holds.push({ hold_id, covers: ({ id }) => id === file.id });
  } else if (act.do === "end") {
    const ended = model.holds.shift();
    if (ended) await endHold(ended.hold_id, "Fin", ana.id, database);
  } else if (act.do === "erase") {
    const isHeld = model.holds.some((hold) => hold.covers(file));
    const was = covers(model, file);
    const outcome = await eraseVerification({ verification_id: file.id, reason: "Solicitud" }, actor, database).then(
      (answer) => ("blocked_until" in answer ? "blocked" : "erased"),
      refused,
    );
    if (isHeld) expect(outcome).toBe("MUST_BE_KEPT");
    else if (was === "both") expect(outcome).toBe(file.blocked ? "BLOCKED" : "blocked");
    if (outcome === "erased") model.files = model.files.filter(({ id }) => id !== file.id);
    if (outcome === "blocked") file.blocked = true;
  } else if (act.do === "age") {
    await age(file, act.days);
  } else if (!file.blocked) {
    await decide(file, act);
  }
}

/** As if the file's payloads and decisions were this many days older. */
async function age(file: File, days: number): Promise<void> {
  const since = `interval '${days} days'`;
  await pool.query(`UPDATE inbox SET received_at = received_at - ${since} WHERE verification_id = $1`, [file.id]);
  await pool.query("ALTER TABLE review_log DISABLE TRIGGER USER");
  await pool.query(`UPDATE review_log SET at = at - ${since} WHERE verification_id = $1`, [file.id]);
  await pool.query("ALTER TABLE review_log ENABLE TRIGGER USER");
  await pool.query("UPDATE custody_kept SET look_again_at = now() WHERE verification_id = $1", [file.id]);
  file.received += days;
  for (const decision of file.decided) decision.at += days;
}

async function decide(file: File, act: ModelStep): Promise<void> {
  const version = await reviewed(file);
  if (act.do === "undo") {
    const undone = await undoReview(file.id, version, ana, database).then(() => true, refused);
    if (undone === true && file.last === "decision") file.decided.pop();
    if (undone === true) file.last = null;
  } else if (act.do === "reopen") {
    const done = await changeReview(file.id, { version, state: "open" }, ana, database).then(() => true, refused);
    if (done === true) file.last = "reopening";
  } else if ("resolution" in act) {
    const given =
      act.resolution === "accepted" ? { reason: "Visto" } : { reason_code: "no_answer", reason: "Sin respuesta" };
    const done = await changeReview(
      file.id,
      { version, state: "resolved", resolution: act.resolution, ...given },
      ana,
      database,
    ).then(() => true, refused);
    if (done === true) {
      file.decided.push({ resolution: act.resolution, at: 0 });
      file.last = "decision";
    }
  }
}

let run = 0;

it("no sequence of retention runs, holds, periods, decisions and erasures deletes anything of a covered file", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      run += 1;
      const model: Model = {
        files: [0, 1, 2].map((n) => ({
          id: `ver_model_${run}_${n}`,
          curp: CURPS[n % 2] ?? "",
          received: 0,
          decided: [],
          last: null,
          blocked: false,
        })),
        profiles: { accepted: "variables", rejected: "variables", undecided: "variables" },
        holds: [],
        unset: true,
      };
      await pool.query("UPDATE legal_holds SET ended_at = now(), curp = NULL WHERE ended_at IS NULL");
      await perform(model, { do: "periods", accepted: "lfpiorpi", rejected: "own", undecided: "minimum" });
      for (const { id, curp } of model.files) {
        const people = { people_id: 5, full_name: id, external_identities: { curp: { search_number: curp } } };
        await receive(...finishedFile(id), read(id, 96, { full_list: [people] }, "people"));
      }
      for (const act of steps) {
        const before = await Promise.all(model.files.map(async (file) => ({ file, was: await kept(file) })));
        if (act.do === "retain") model.unset = act.unset;
        const covered = before.filter(({ file }) => {
          const by = covers(model, file);
          return by === "both" || (by === "retention" && act.do === "retain");
        });
        await perform(model, act);
        for (const { file, was } of covered) expect([act, file.id, await kept(file)]).toEqual([act, file.id, was]);
        for (const file of model.files.filter(({ blocked }) => blocked)) {
          const isBlockedStill = await isBlocked(pool, file.id);
          if (covers(model, file) === "both") expect([act, file.id, isBlockedStill]).toEqual([act, file.id, true]);
          // The retention has erased it.
          if (!isBlockedStill) model.files = model.files.filter((one) => one !== file);
        }
      }
      const blocked = model.files.filter((file) => file.blocked);
      for (const { id } of blocked) expect(await projections(id)).toEqual([]);
      // No hold or period covers these files any more: the next run erases them.
      await perform(model, { do: "periods", accepted: "minimum", rejected: "minimum", undecided: "minimum" });
      while (model.holds.length > 0) await perform(model, { do: "end", file: 0 });
      await perform(model, { do: "retain", unset: true });
      for (const { id } of blocked) expect([id, await rowsThatHold(pool, id)]).toEqual([id, []]);
    }),
    { numRuns: examples(15), endOnFailure: true },
  );
});
