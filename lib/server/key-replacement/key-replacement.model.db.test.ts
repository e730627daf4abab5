import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { KeyReplacement } from "#lib/contract/keys/key-replacement.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { lookAgain } from "#lib/server/rotation/look-again.ts";
import { mortal } from "#lib/server/rotation/testing/mortal.ts";
import { inWorld, type World } from "#lib/server/rotation/testing/world.ts";
import { acknowledgeReveal, forgetExpired, listReveals } from "#lib/server/secrets/reveals.ts";
import { examples, patience } from "#test/effort.ts";
import { Killed } from "#test/mortal.ts";
import { cancelReplacement } from "./cancel.ts";
import { finishReplacement } from "./finish.ts";
import { listKeyReplacements } from "./list.ts";
import { type Minted, mintReplacement } from "./mint.ts";
import { startReplacement } from "./start.ts";
import { markSwitched } from "./switched.ts";
import { STRANGER, watch } from "./testing/watched.ts";
import type { Work } from "./work.ts";

const PATIENCE_MS = patience(600_000);
/** A replacement that nothing stands in the way of takes four. */
const MOST_STEPS = 12;

let world: World;
let watched: ReturnType<typeof watch>;

inWorld((started) => {
  world = started;
  watched = watch(world);
});

/** Values that admins have, by the ids of their keys. */
let told: Map<string, string>;

async function begin(): Promise<void> {
  await world.begin();
  await world.query("DELETE FROM key_replacements");
  await world.query("DELETE FROM reveals");
  await world.addKey(STRANGER);
  watched.begin();
  told = new Map();
}

/** An admin at a process: the session that values are held for, and what its calls go through. */
type Admin = { session: string; work: Work };

const admin = (session: string, context: World["context"]): Admin => ({
  session,
  work: watched.on({ pool: context.pool, service: context.serviceWith(world.firstKey()) }),
});
const admins = (): Admin[] => world.engines.map((engine, index) => admin(`session ${index}`, engine));

const newest = async (): Promise<KeyReplacement | undefined> => (await listKeyReplacements(world.database))[0];
const requireNewest = async () => (await newest()) ?? expect.unreachable("nothing was begun");

/** The answer, where it came, tells the value. */
const tell = ({ created }: Minted) => created && told.set(created.id, created.api_key);

/** What an admin can do on the page, of the replacement as it stands there. */
const ACTIONS = {
  start: async ({ session, work }: Admin) =>
    tell(await startReplacement({ old_key_id: await world.idOf("Backend"), session_hash: session }, work)),
  again: async ({ session, work }: Admin) => {
    const { id, new_key_id } = await requireNewest();
    tell(await mintReplacement({ id, instead_of: new_key_id, session_hash: session }, work));
  },
  store: async ({ session }: Admin) => {
    for (const { id, kind, subject_id, value } of await listReveals(session, world.database)) {
      if (kind === "api_key") told.set(subject_id, value);
      await acknowledgeReveal({ id, session_hash: session }, world.database);
    }
  },
  /** Nobody says so of a key whose value they don't have. */
  switched: async ({ work }: Admin) => {
    const { id, new_key_id } = await requireNewest();
    if (told.has(new_key_id ?? "")) await markSwitched(id, true, work);
  },
  "take back": async ({ work }: Admin) => markSwitched((await requireNewest()).id, false, work),
  finish: async ({ work }: Admin) => finishReplacement((await requireNewest()).id, work),
  stop: async ({ work }: Admin) => {
    const { id } = await requireNewest();
    return watched.stopping(() => cancelReplacement({ id }, work));
  },
} satisfies Record<string, (who: Admin) => Promise<unknown>>;
type Action = keyof typeof ACTIONS;

/** Whatever an action was refused with is told to the admin; what nobody expects fails the test. */
async function attempt(action: Action, who: Admin): Promise<void> {
  try {
    await ACTIONS[action](who);
  } catch (error) {
    if (!(error instanceof CotejoError || error instanceof Killed)) throw error;
  }
}

/** What has to hold at every moment, whatever was killed in the middle of what. */
async function expectSound(): Promise<void> {
  expect(await world.isKnown(world.firstKey()), "the dashboard's own key works").toBe(true);
  const names = await world.names();
  expect(names, "a key that is somebody else's").toContain(STRANGER);
  const replacements = await listKeyReplacements(world.database);
  expect(replacements.filter(({ ended_at }) => ended_at === null).length, "open ones").toBeLessThanOrEqual(1);
  const done = replacements.find(({ state }) => state === "done");
  const gone = !names.includes("Backend");
  if (done) expect(gone, "the old key is deleted").toBe(true);
  // Only the answer to that was lost.
  else if (gone) expect(replacements[0]?.state).toBe("switched");
  // What is being shown is of use, unless only the answer to deleting its key was lost.
  const open = replacements.find(({ ended_at }) => ended_at === null)?.new_key_id;
  for (const { session } of admins()) {
    for (const { subject_id, value } of await listReveals(session, world.database)) {
      if (subject_id !== open) expect(await world.isKnown(value), "a value that is shown works").toBe(true);
    }
  }
  expect(watched.wrongs()).toEqual([]);
}

type Model = Record<string, never>;
type Command = fc.AsyncCommand<Model, World, true>;

const command = (name: string, act: () => Promise<unknown>): Command => ({
  // Nothing is left to be done once the old key is gone.
  check: async () => (await newest())?.state !== "done",
  toString: () => name,
  async run() {
    if ((await newest())?.state === "done") return;
    await act();
    await expectSound();
  },
});

const begun = async () => (await newest()) !== undefined;

const does = (action: Action) =>
  command(action, async () => {
    if (action === "start" || (await begun())) await attempt(action, admins()[0] as Admin);
  });

/** What the page offers first, as the replacement stands. */
function nextAction(replacement: KeyReplacement | undefined): Action | null {
  if (!replacement || replacement.state === "cancelled") return "start";
  if (replacement.state === "done") return null;
  if (replacement.state === "switched") return "finish";
  if (replacement.state === "intent") return "again";
  return replacement.value === "stored" ? "switched" : replacement.value === "held" ? "store" : "again";
}

/** So that most get as far as to a new key that is in place, where everything else may meet them. */
const goOn = (count: number) =>
  command(`${count} of the admins go on`, async () => {
    const action = nextAction(await newest());
    const able = admins().slice(0, count);
    if (action && action !== "finish") await Promise.all(able.map((who) => attempt(action, who)));
  });

const bothDo = (action: Action) =>
  command(`two admins: ${action}`, async () => {
    if (action === "start" || (await begun())) await Promise.all(admins().map((who) => attempt(action, who)));
  });

const dies = (action: Action, operations: number) =>
  command(`${action}, killed after ${operations} operations`, async () => {
    if (action !== "start" && !(await begun())) return;
    await attempt(action, admin("session 0", mortal(world.context, operations)));
  });

const fault = (kind: string, method: string, count: number, status?: number) =>
  command(`${count} × ${method}: ${kind} ${status ?? ""}`, () =>
    world.fault({ kind, method, count, ...(status === undefined ? {} : { status }) }),
  );

const expired = command("ten minutes pass", async () => {
  await world.query("UPDATE reveals SET expires_at = now()");
  await forgetExpired(world.database);
});

async function look(): Promise<void> {
  await world.query("UPDATE rotation_attempts SET look_at = now() WHERE outcome = 'abandoned'");
  await lookAgain(world.context);
}

const deletedElsewhere = command("somebody deletes the new key at the service", async () => {
  await world.service.query("DELETE FROM sandbox.api_key WHERE id = $1", [(await newest())?.new_key_id ?? ""]);
});

const FAULTS = [
  ["lost"],
  ["truncate"],
  ["late"],
  ["html"],
  ["status", 500],
  ["status", 503],
  ["status", 403],
  ["status", 404],
  ["status", 409],
] as const;

const anyAction = fc.constantFrom(...(Object.keys(ACTIONS) as Action[]));

const commands = fc.commands<Model, World, true>(
  [
    fc.constant(goOn(1)),
    fc.constant(goOn(2)),
    fc.constantFrom(1, 2).map((count) => fault("lost", "POST", count)),
    fc.constant(bothDo("start")),
    anyAction.map(does),
    fc.constant(does("again")),
    anyAction.map(bothDo),
    fc.tuple(anyAction, fc.integer({ min: 0, max: 50 })).map(([action, operations]) => dies(action, operations)),
    fc.constant(expired),
    fc.constant(deletedElsewhere),
    fc.constant(command("what attempts asked for that were given up comes true", () => watched.comeTrue())),
    fc.constant(command("a worker looks for lost keys", () => look().catch(() => undefined))),
    fc
      .tuple(fc.constantFrom(...FAULTS), fc.constantFrom("POST", "GET", "DELETE"), fc.integer({ min: 1, max: 3 }))
      .map(([[kind, status], method, count]) => fault(kind, method, count, status)),
  ],
  { maxCommands: 18, size: "max" },
);

/** The service is healthy again and an admin goes on: whatever happened before, one key is left, and it was told. */
async function recover(): Promise<void> {
  await world.heal();
  const [who] = admins() as [Admin];
  // What is held for a session that nobody has any more.
  await expired.run({}, world);
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const action = nextAction(await newest());
    if (action === null) break;
    const outcome = await ACTIONS[action](who).catch((error: unknown) => error);
    await expectSound();
    if (!(outcome instanceof CotejoError)) continue;
    // The new key is gone by an act whose answer was lost: it is not in place after all, and given up.
    expect([action, outcome.code]).toEqual(["finish", "NOT_FOUND"]);
    await ACTIONS["take back"](who);
    await ACTIONS.stop(who);
  }
  const { state, new_key_id, new_name } = await requireNewest();
  expect(state).toBe("done");
  await watched.comeTrue();
  // What hangs until its caller has gone, and is done then, is found by looking again.
  await vi.waitFor(
    async () => {
      await look();
      expect(await world.names()).toEqual([STRANGER, new_name, "cotejo-dashboard"].toSorted());
    },
    { timeout: 60_000 },
  );
  expect(await world.isKnown(told.get(new_key_id ?? "") ?? ""), "the value of the key that is left was told").toBe(
    true,
  );
  await expectSound();
}

it(
  "any faults, any kills, two admins at once: no key is deleted that somebody needs, and in the end one that was told is left",
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (given) => {
        await begin();
        await fc.asyncModelRun(() => ({ model: {}, real: world }), given);
        await recover();
      }),
      { numRuns: examples(8), endOnFailure: true },
    );
  },
  PATIENCE_MS,
);
