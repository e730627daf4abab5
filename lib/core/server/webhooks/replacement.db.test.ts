import { describe, expect, it } from "vitest";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { inWorld, type WebhooksWorld } from "#lib/core/server/provisioning/testing/webhooks-world.ts";
import { ensureReceiver } from "#lib/core/server/receiver-connection/ensure.ts";
import { openSecret } from "#lib/core/server/vault/vault.ts";
import { createReceiverLoader } from "#lib/receiver/load-receivers.ts";
import { FIRST_KILL, Killed, STRIDE } from "#tools/test/crash-after.ts";
import { getReplacement } from "./replacement.ts";

let world: WebhooksWorld;
inWorld((started) => {
  world = started;
});

const atService = () => world.atService();
const begin = () => world.begin();
const lost = () => world.lost();
const own = () => world.own();
const held = () => world.held();
const accepted = () => world.accepted();
const replace: WebhooksWorld["replace"] = (...input) => world.replace(...input);
const move: WebhooksWorld["move"] = (...input) => world.move(...input);

const KINDS = [
  ["another system's webhook", lost, held],
  ["the dashboard's own", own, accepted],
] as const;

describe.each(KINDS)("replacing the secret of %s", (_whose, make, known) => {
  it("given up after a kill at any operation of the creation, only the old one is left, and works", {
    tags: ["crash-models"],
  }, async () => {
    for (let operations = FIRST_KILL; ; operations += STRIDE) {
      await begin();
      const id = await make();
      const [before] = await atService();
      const outcome = await replace(id, world.contextOf(0, operations)).then(
        () => "finished",
        (error: unknown) => error,
      );
      const begun = await getReplacement(id, world.context);
      if (begun) expect((await move(id, "give_up")).state).toBe("given_up");
      expect(await atService()).toEqual([before]);
      expect(await world.query("SELECT FROM receivers WHERE creating_since IS NOT NULL")).toEqual([]);
      if (outcome === "finished") break;
    }
  });

  it("no admin switches to a deleted replacement, after giving up died", { tags: ["crash-models"] }, async () => {
    for (let operations = FIRST_KILL; ; operations += STRIDE) {
      await begin();
      const id = await make();
      const [before] = await atService();
      await replace(id);
      if (make !== own) await move(id, "stored");
      const outcome = await move(id, "give_up", world.contextOf(0, operations)).then(
        () => "finished",
        (error: unknown) => error,
      );
      if (outcome === "finished") break;
      if ((await atService()).length === 1 && (await getReplacement(id, world.context))?.state === "stored") {
        await expect(move(id, "switched")).rejects.toMatchObject({ code: "CONFLICT" });
      }
      const { state } = (await getReplacement(id, world.context)) ?? expect.unreachable();
      if (state !== "given_up") await move(id, "give_up");
      expect(await atService()).toEqual([before]);
    }
  });

  it("no admin gives up the only remaining replacement, after finishing died with the old one deleted", {
    tags: ["crash-models"],
  }, async () => {
    for (let operations = FIRST_KILL; ; operations += STRIDE) {
      await begin();
      const id = await make();
      await replace(id);
      if (make !== own) await move(id, "stored");
      await move(id, "switched");
      const outcome = await move(id, "finish", world.contextOf(0, operations)).then(
        () => "finished",
        (error: unknown) => error,
      );
      if (outcome === "finished") break;
      const { state, new_id } = (await getReplacement(id, world.context)) ?? expect.unreachable();
      if ((await atService()).length === 1 && state === "switched") {
        await expect(move(id, "give_up")).rejects.toMatchObject({ code: "CONFLICT" });
      }
      if (state !== "done") await move(id, "finish");
      expect((await atService()).map((webhook) => webhook.id)).toEqual([new_id]);
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
      for (const step of ["create", "stored", "switched", "finish"] as const) {
        if (step === "stored" && make === own) continue;
        const take = (): Promise<unknown> => (step === "create" ? replace(id) : move(id, step));
        await take().catch(() => take());
      }
      const { state, new_id } = (await getReplacement(id, world.context)) ?? expect.unreachable();
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

  it("is delivered to under both secrets until the old one is deleted, and then as long as retries come", async () => {
    const id = await own();
    expect((await loaded()).secrets).toHaveLength(1);
    await replace(id);
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

  it("gets 503 for unmatched deliveries while its replacement is created, and for two minutes if that died", async () => {
    const id = await own();
    let died: unknown;
    for (let operations = 2; !(await loaded()).awaitsSecret; operations += 2) {
      died = await replace(id, world.contextOf(0, operations)).catch((error: unknown) => error);
    }
    expect(died).toBeInstanceOf(Killed);
    await world.query("UPDATE receivers SET creating_since = creating_since - interval '2 minutes'");
    expect((await loaded()).awaitsSecret).toBe(false);
    expect((await replace(id)).replacement.state).toBe("stored");
  });

  it("records the last matching secret of a delivery", async () => {
    const id = await own();
    const { replacement } = await replace(id);
    expect(replacement.last_matched).toEqual({ old: null, new: null });
    await world.query("UPDATE receiver_secrets SET last_matched_at = now() WHERE webhook_id = $1", [
      replacement.new_id,
    ]);
    expect((await getReplacement(id, world.context))?.last_matched).toEqual({ old: null, new: expect.any(String) });
  });

  it("is healthy for a check meanwhile, and stays so at every step", async () => {
    const id = await own();
    const check = async () => (await ensureReceiver(world.database, world.context.service)).did;
    await replace(id);
    expect(await check()).toBe("nothing");
    await move(id, "switched");
    expect(await check()).toBe("nothing");
    await move(id, "finish");
    expect(await check()).toBe("nothing");
    expect(await atService()).toHaveLength(1);
  });

  it("deleted at the service meanwhile and connected again ends the replacement, with one webhook", async () => {
    const id = await own();
    await replace(id);
    await world.service.query("DELETE FROM sandbox.webhook WHERE id = $1", [id]);
    expect((await ensureReceiver(world.database, world.context.service)).did).toBe("created");
    expect((await getReplacement(id, world.context))?.state).toBe("given_up");
    expect(await atService()).toHaveLength(1);
    expect([...(await accepted()).values()]).toEqual([(await atService())[0]?.secret]);
  });

  it("gets its replacement at the dashboard's current address, for all known events", async () => {
    const id = await own();
    await world.service.query(
      "UPDATE sandbox.webhook SET url = 'https://old.maderas.mx/x', events = '{verification.v2.created}' WHERE id = $1",
      [id],
    );
    const { replacement } = await replace(id);
    expect(replacement.url).toMatch(/\/hooks\//);
    expect(replacement.events.toSorted()).toEqual([...EVENT_NAMES].toSorted());
  });
});
