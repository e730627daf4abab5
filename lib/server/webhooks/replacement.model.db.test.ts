import fc from "fast-check";
import { expect, it } from "vitest";
import type { Replacement, ReplacementMove } from "#lib/contract/webhooks/webhook-replacement.ts";
import { CotejoError } from "#lib/server/errors.ts";
import { ensureReceiver } from "#lib/server/receiver-connection/ensure.ts";
import { acknowledgeReveal, forgetExpired, listReveals } from "#lib/server/secrets/reveals.ts";
import { examples, patience } from "#test/effort.ts";
import { Killed } from "#test/mortal.ts";
import type { Context } from "./context.ts";
import { createWebhook } from "./create.ts";
import { getReplacement } from "./replacement.ts";
import { mortal } from "./testing/mortal.ts";
import { FIELDS, inWorld, type World } from "./testing/world.ts";

const PATIENCE_MS = patience(600_000);
/** A replacement that nothing stands in the way of takes four. */
const MOST_STEPS = 12;
const STRANGER = "https://hooks.somebody.mx/else";

let world: World;
inWorld((started) => {
  world = started;
});

const KINDS = ["somebody's", "the dashboard's own"] as const;
type Kind = (typeof KINDS)[number];

/** An admin at a process: the session that secrets are held for, and what its calls go through. */
type Admin = { session: string; context: Context };

const admins = (): [Admin, Admin] => [
  { session: "session 0", context: world.contextOn(world.database) },
  { session: "session 1", context: world.contextOn(world.other) },
];

let kind: Kind;
let id: string;
/** Secrets that admins have stored, by the ids of their webhooks. */
let known: Map<string, string>;

async function begin(given: Kind): Promise<void> {
  await world.begin();
  await createWebhook({ ...FIELDS, url: STRANGER }, "somebody", world.context);
  kind = given;
  id = await (kind === "somebody's" ? world.lost() : world.own());
  known = new Map();
}

const now = (): Promise<Replacement | null> => getReplacement(id, world.context);
const ids = async () => (await world.atService()).filter(({ url }) => url !== STRANGER).map((webhook) => webhook.id);

/** What an admin can do on the page, of the replacement as it stands there. */
async function act(move: ReplacementMove | "store", { session, context }: Admin): Promise<unknown> {
  const replacement = await now();
  const newId = replacement?.state === "given_up" ? undefined : (replacement?.new_id ?? undefined);
  switch (move) {
    case "twin": {
      const { created } = await world.twin(id, context, newId, session);
      return created && known.set(created.id, created.secret);
    }
    case "store":
      for (const reveal of await listReveals(session, world.database)) {
        known.set(reveal.subject_id, reveal.value);
        await acknowledgeReveal({ id: reveal.id, session_hash: session }, world.database);
      }
      return;
    case "stored":
      // Nobody says so of a secret that they don't have.
      return known.has(newId ?? "") ? world.move(id, move, context) : undefined;
    default:
      return world.move(id, move, context);
  }
}

/** Whatever an action was refused with is told to the admin; what nobody expects fails the test. */
async function attempt(move: ReplacementMove | "store", who: Admin): Promise<void> {
  try {
    await act(move, who);
  } catch (error) {
    if (!(error instanceof CotejoError || error instanceof Killed)) throw error;
  }
}

/** What has to hold at every moment, whatever was killed in the middle of what. */
async function expectSound(): Promise<void> {
  const there = await world.atService();
  expect(there.filter(({ url }) => url === STRANGER).length, "a webhook that is somebody else's").toBe(1);
  const left = await ids();
  expect(left.length, "webhooks").toBeGreaterThan(0);
  expect(left.length, "webhooks").toBeLessThanOrEqual(2);
  const replacement = await now();
  const twin = replacement?.new_id ?? "";
  if (!left.includes(id)) {
    // Only the answer to that may have been lost.
    expect(["switched", "done"], "the old one is deleted").toContain(replacement?.state);
    expect(left, "what has taken its place").toContain(twin);
  }
  if (replacement?.state === "done") expect(left).toEqual([twin]);
  if (kind === "somebody's") return;
  const accepted = await world.accepted();
  for (const { id: one, secret } of there) {
    if (one === id || (one === twin && replacement?.state !== "given_up")) {
      expect(accepted.get(one), "what the receiver accepts").toBe(secret);
    }
  }
}

type Model = Record<string, never>;
type Command = fc.AsyncCommand<Model, World, true>;

const isDone = async () => (await now())?.state === "done";

const command = (name: string, run: () => Promise<unknown>): Command => ({
  check: async () => !(await isDone()),
  toString: () => name,
  async run() {
    if (await isDone()) return;
    await run();
    await expectSound();
  },
});

const MOVES = ["twin", "store", "stored", "switched", "finish", "give_up"] as const;

/** What the page offers first. */
async function nextMove(): Promise<(typeof MOVES)[number] | null> {
  const { state, new_id } = (await now()) ?? { state: "given_up", new_id: null };
  if (state === "done") return null;
  if (state === "begun" || state === "given_up") return "twin";
  if (state === "stored") return "switched";
  if (state === "switched") return "finish";
  if (known.has(new_id ?? "")) return "stored";
  return (await world.told("session 0")).has(new_id ?? "") ? "store" : "twin";
}

const goOn = (count: number) =>
  command(`${count} of the admins go on`, async () => {
    const move = await nextMove();
    const able = admins().slice(0, count);
    if (move && move !== "finish") await Promise.all(able.map((who) => attempt(move, who)));
  });

const does = (move: (typeof MOVES)[number]) => command(move, () => attempt(move, admins()[0]));

const bothDo = (move: (typeof MOVES)[number]) =>
  command(`two admins: ${move}`, () => Promise.all(admins().map((who) => attempt(move, who))));

const dies = (move: (typeof MOVES)[number], operations: number) =>
  command(`${move}, killed after ${operations} operations`, () => {
    const [{ session, context }] = admins();
    return attempt(move, { session, context: mortal(context, operations) });
  });

const expired = command("ten minutes pass", async () => {
  await world.query("UPDATE reveals SET expires_at = now()");
  await forgetExpired(world.database);
});

/** The worker does so again and again. */
const checked = command("the dashboard's own connection is checked", async () => {
  if (kind === "the dashboard's own") {
    await ensureReceiver(world.other, admins()[1].context.service).catch(() => undefined);
  }
});

const FAULTS = [
  ["lost"],
  ["truncate"],
  ["html"],
  ["redirect"],
  ["status", 500],
  ["status", 503],
  ["status", 429],
  ["status", 403],
  ["status", 404],
] as const;

const fault = ([fault, status]: (typeof FAULTS)[number], method: string, count: number) =>
  command(`${count} × ${method}: ${fault} ${status ?? ""}`, () =>
    world.fault({ kind: fault, method, path: "/v2/webhooks*", count, ...(status === undefined ? {} : { status }) }),
  );

const anyMove = fc.constantFrom(...MOVES);

const commands = fc.commands<Model, World, true>(
  [
    fc.constant(goOn(1)),
    fc.constant(goOn(2)),
    fc.constant(goOn(1)),
    fc.constantFrom(1, 2).map((count) => fault(["lost"], "POST", count)),
    anyMove.map(does),
    anyMove.map(bothDo),
    fc.tuple(anyMove, fc.integer({ min: 0, max: 40 })).map(([move, operations]) => dies(move, operations)),
    fc.constant(expired),
    fc.constant(checked),
    fc
      .tuple(fc.constantFrom(...FAULTS), fc.constantFrom("POST", "GET", "DELETE"), fc.integer({ min: 1, max: 3 }))
      .map((given) => fault(...given)),
  ],
  { maxCommands: 18, size: "max" },
);

/** The service is healthy again and an admin goes on: whatever happened before, one is left, and its secret is known. */
async function recover(): Promise<void> {
  await world.service.call("DELETE", "/sandbox/faults");
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const move = await nextMove();
    if (move === null) break;
    const outcome = await act(move, admins()[0]).catch((error: unknown) => error);
    await expectSound();
    if (!(outcome instanceof Error)) continue;
    // The twin is gone by an act that died: the old one stays, and another twin is made.
    expect([move, outcome]).toEqual([
      expect.stringMatching(/^(switched|finish)$/),
      expect.objectContaining({ code: "CONFLICT" }),
    ]);
    await act("give_up", admins()[0]);
  }
  const replacement = (await now()) ?? expect.unreachable("nothing was begun");
  expect(replacement.state).toBe("done");
  expect(await ids()).toEqual([replacement.new_id]);
  const left = (await world.atService()).find((webhook) => webhook.id === replacement.new_id);
  const secrets = kind === "somebody's" ? known : await world.accepted();
  expect(secrets.get(left?.id ?? ""), "the secret of the one that is left").toBe(left?.secret);
}

it(
  "any faults, any kills, two admins at once: at no moment is there no webhook, and in the end one whose secret is known",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...KINDS), commands, async (given, all) => {
        await begin(given);
        await fc.asyncModelRun(() => ({ model: {}, real: world }), all);
        await recover();
      }),
      { numRuns: examples(8), endOnFailure: true },
    );
  },
  PATIENCE_MS,
);
