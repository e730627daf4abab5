import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EVENT_NAMES } from "#lib/contract/event.ts";
import { isReplacing, REPLACEMENT_MOVES, type Replacement } from "#lib/contract/webhook-replacement.ts";
import { createReceiverLoader } from "#lib/receiver/load-receivers.ts";
import { ensureReceiver } from "#lib/server/receiver-connection/ensure.ts";
import { listReveals } from "#lib/server/secrets/reveals.ts";
import { openSecret } from "#lib/server/vault/vault.ts";
import { type ConnectedService, startConnectedService } from "#test/connected-service.ts";
import { Killed } from "#test/mortal.ts";
import type { Context } from "./context.ts";
import { createWebhook } from "./create.ts";
import { listWebhooks } from "./list.ts";
import { getReplacement, makeTwin, moveReplacement } from "./replacement.ts";
import { mortal } from "./testing/mortal.ts";

const PATIENCE_MS = 300_000;
const SESSION = "a session";
const FIELDS = { url: "https://hooks.maderas.mx/svc", events: [...EVENT_NAMES], description: "Billing" };

type AtService = { id: string; url: string; secret: string };

let world: ConnectedService;
let context: Context;

vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
beforeAll(async () => {
  world = await startConnectedService();
  context = { pool: world.database.pool, service: world.client(), local: true };
});
afterAll(async () => {
  await world.end();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  await begin();
});

async function begin(): Promise<void> {
  await world.service.call("DELETE", "/sandbox/faults");
  await world.database.pool.query(
    "DELETE FROM webhook_replacements; DELETE FROM webhook_attempts; DELETE FROM reveals; DELETE FROM receiver_secrets; DELETE FROM receivers; DELETE FROM vault_secrets",
  );
  await world.service.query("DELETE FROM sandbox.webhook");
}

const atService = (): Promise<AtService[]> =>
  world.service.query("SELECT id, url, secret FROM sandbox.webhook ORDER BY created_at");

const twin = (id: string, of: Context = context, insteadOf?: string) =>
  makeTwin({ id, instead_of: insteadOf, session_hash: SESSION }, of);
const move = (id: string, name: Parameters<typeof moveReplacement>[0]["move"], of: Context = context) =>
  moveReplacement({ id, move: name }, of);

/** The secrets that this session holds, by the webhooks they belong to. */
const told = async () =>
  new Map((await listReveals(SESSION, world.database)).map(({ subject_id, value }) => [subject_id, value]));

/** The secrets that the receiver accepts without end, by their webhooks. */
async function accepted(): Promise<Map<string, string>> {
  const rows = await world.query<{ webhook_id: string; secret_id: string }>(
    "SELECT webhook_id, secret_id FROM receiver_secrets WHERE role <> 'retired'",
  );
  return new Map(
    await Promise.all(
      rows.map(
        async ({ webhook_id, secret_id }) => [webhook_id, await openSecret(world.database.pool, secret_id)] as const,
      ),
    ),
  );
}

/** A webhook of somebody's, with its secret stored and forgotten. */
const lost = async () => (await createWebhook(FIELDS, "another session", context)).id;

async function own(): Promise<string> {
  await ensureReceiver(world.database, context.service);
  const [row] = await world.query<{ webhook_id: string }>("SELECT webhook_id FROM receivers");
  return row?.webhook_id ?? expect.unreachable();
}

/** Goes on from wherever it stands, as the page offers it. */
async function goOn(id: string): Promise<Replacement> {
  for (;;) {
    const replacement = await getReplacement(id, context);
    if (replacement && !isReplacing(replacement.state)) return replacement;
    if (replacement === null || replacement.state === "begun")
      await twin(id, context, replacement?.new_id ?? undefined);
    else if (replacement.state === "twinned") {
      // Its secret was told to nobody who still has it.
      const known = replacement.new_id !== null && (await told()).has(replacement.new_id);
      if (known) await move(id, "stored");
      else await twin(id, context, replacement.new_id ?? undefined);
    } else await move(id, replacement.state === "stored" ? "switched" : "finish");
  }
}

const KINDS = [
  ["somebody's webhook", lost, told],
  ["the dashboard's own", own, accepted],
] as const;

describe.each(KINDS)("replacing the secret of %s", (_whose, make, known) => {
  it(
    "killed between any two operations of any step: no webhook is lost, and going on leaves one whose secret is known",
    async () => {
      // Each operation counts before and after, and after one is before the next.
      for (let operations = 0; ; operations += 2) {
        await begin();
        const id = await make();
        const dying = mortal(context, operations);
        const outcome = await (async () => {
          await twin(id, dying);
          if (make === lost) await move(id, "stored", dying);
          await move(id, "switched", dying);
          await move(id, "finish", dying);
        })().then(
          () => "finished",
          (error: unknown) => error,
        );
        const ids = (await atService()).map((webhook) => webhook.id);
        expect(ids.length, `webhooks after ${operations} operations`).toBeGreaterThan(0);
        expect(ids.length).toBeLessThanOrEqual(2);
        const ended = await goOn(id);
        expect(ended.state, `after ${operations} operations`).toBe("done");
        const left = await atService();
        expect(left.map((webhook) => webhook.id)).toEqual([ended.new_id]);
        expect((await known()).get(left[0]?.id ?? ""), `the secret after ${operations} operations`).toBe(
          left[0]?.secret,
        );
        expect((await listWebhooks(context)).items.map(({ problems }) => problems)).toEqual([[]]);
        if (outcome === "finished") {
          expect(operations).toBeGreaterThan(40);
          break;
        }
        expect(outcome).toBeInstanceOf(Killed);
      }
    },
    PATIENCE_MS,
  );

  it("given up after a kill at any operation of making the twin, only the old one is left, and works", async () => {
    for (let operations = 0; ; operations += 3) {
      await begin();
      const id = await make();
      const [before] = await atService();
      const outcome = await twin(id, mortal(context, operations)).then(
        () => "finished",
        (error: unknown) => error,
      );
      const begun = await getReplacement(id, context);
      if (begun) expect((await move(id, "give_up")).state).toBe("given_up");
      expect(await atService()).toEqual([before]);
      expect(await world.query("SELECT FROM receivers WHERE creating_since IS NOT NULL")).toEqual([]);
      if (outcome === "finished") break;
    }
  });

  it.each([
    ["lost", {}],
    ["truncate", {}],
    ["html", {}],
    ["status", { status: 500 }],
  ])("an answer %s %j after the work was done, at any step, loses nothing", async (kind, more) => {
    for (const method of ["POST", "DELETE"]) {
      await begin();
      const id = await make();
      await world.fault({ kind, method, path: "/v2/webhooks*", count: 1, ...more });
      for (const step of REPLACEMENT_MOVES.slice(0, 4)) {
        if (step === "stored" && make === own) continue;
        const take = (): Promise<unknown> => (step === "twin" ? twin(id) : move(id, step as "finish"));
        await take().catch(() => take());
      }
      const { state, new_id } = (await getReplacement(id, context)) ?? expect.unreachable();
      expect([state, (await atService()).map((webhook) => webhook.id)]).toEqual(["done", [new_id]]);
      expect((await known()).get(new_id ?? "")).toBe((await atService())[0]?.secret);
    }
  });
});

describe("the dashboard's own webhook", () => {
  const loaded = async () => {
    const load = createReceiverLoader(world.database, openSecret, () => undefined);
    const [receiver] = await load();
    return receiver ?? expect.unreachable();
  };

  it("is delivered to under both secrets until the old one is deleted, and then for as long as retries come", async () => {
    const id = await own();
    expect((await loaded()).secrets).toHaveLength(1);
    await twin(id);
    const { secrets, awaitsSecret } = await loaded();
    expect(secrets.map(({ acceptedUntil }) => acceptedUntil)).toEqual([Infinity, Infinity]);
    expect(awaitsSecret).toBe(false);
    await move(id, "switched");
    expect((await loaded()).secrets.map(({ acceptedUntil }) => acceptedUntil)).toEqual([Infinity, Infinity]);
    await move(id, "finish");
    const [current, retired] = (await loaded()).secrets;
    expect(current?.acceptedUntil).toBe(Infinity);
    expect((retired?.acceptedUntil ?? 0) - Date.now()).toBeLessThanOrEqual(20 * 60_000);
  });

  it("puts off what no known secret has signed while its twin is made, and for two minutes where that died", async () => {
    const id = await own();
    let died: unknown;
    for (let operations = 2; !(await loaded()).awaitsSecret; operations += 2) {
      died = await twin(id, mortal(context, operations)).catch((error: unknown) => error);
    }
    expect(died).toBeInstanceOf(Killed);
    await world.query("UPDATE receivers SET creating_since = creating_since - interval '2 minutes'");
    expect((await loaded()).awaitsSecret).toBe(false);
    expect((await twin(id)).replacement.state).toBe("stored");
  });

  it("says which secret a delivery matched last", async () => {
    const id = await own();
    const { replacement } = await twin(id);
    expect(replacement.last_matched).toEqual({ old: null, new: null });
    await world.query("UPDATE receiver_secrets SET last_matched_at = now() WHERE webhook_id = $1", [
      replacement.new_id,
    ]);
    expect((await getReplacement(id, context))?.last_matched).toEqual({ old: null, new: expect.any(String) });
  });

  it("is whole for whoever checks it meanwhile, and stays so at every step", async () => {
    const id = await own();
    const check = async () => (await ensureReceiver(world.database, context.service)).did;
    await twin(id);
    expect(await check()).toBe("nothing");
    await move(id, "switched");
    expect(await check()).toBe("nothing");
    await move(id, "finish");
    expect(await check()).toBe("nothing");
    expect(await atService()).toHaveLength(1);
  });

  it("that was deleted at the service meanwhile and connected again ends the replacement, with one webhook", async () => {
    const id = await own();
    await twin(id);
    await world.service.query("DELETE FROM sandbox.webhook WHERE id = $1", [id]);
    expect((await ensureReceiver(world.database, context.service)).did).toBe("created");
    expect((await getReplacement(id, context))?.state).toBe("given_up");
    expect(await atService()).toHaveLength(1);
    expect([...(await accepted()).values()]).toEqual([(await atService())[0]?.secret]);
  });

  it("is made where the dashboard listens now, for all that it understands", async () => {
    const id = await own();
    await world.service.query(
      "UPDATE sandbox.webhook SET url = 'https://old.maderas.mx/x', events = '{verification.v2.created}' WHERE id = $1",
      [id],
    );
    const { replacement } = await twin(id);
    expect(replacement.url).toMatch(/\/hooks\//);
    expect(replacement.events.toSorted()).toEqual([...EVENT_NAMES].toSorted());
  });
});
