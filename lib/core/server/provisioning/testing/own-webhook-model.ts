import { expect } from "vitest";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { ensureReceiver } from "#lib/core/server/receiver-connection/ensure.ts";
import { addressOf, leadsTo } from "#lib/core/server/receiver-connection/own-webhook.ts";
import type { Context } from "#lib/core/server/webhooks/context.ts";
import { listWebhooks } from "#lib/core/server/webhooks/list.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { Model } from "./model.ts";
import { startWorld, WEBHOOK_FAULTS } from "./webhooks-world.ts";

type AtService = { id: string; url: string; secret: string; enabled: boolean; events: string[] };

/** The creation and repair of the dashboard's own webhook, beside a webhook of another system. */
export async function ownWebhookModel(): Promise<Model<Context>> {
  const world = await startWorld();
  let violations: string[] = [];
  let othersWebhook = "";

  const receiver = async () => {
    const [row] = await world.query<{
      id: string;
      state: string;
      webhook_id: string | null;
      creating_since: string | null;
    }>("SELECT id, state, webhook_id, creating_since FROM receivers");
    return row;
  };
  /** The webhooks of the service's database that deliver to the receiver. */
  async function own(): Promise<AtService[]> {
    const id = (await receiver())?.id;
    const all: AtService[] = await world.service.query("SELECT id, url, secret, enabled, events FROM sandbox.webhook");
    return all.filter(({ url }) => id !== undefined && leadsTo(id, url));
  }
  const change = (statement: string) => async () =>
    world.service.query(`${statement} WHERE id = $1`, [(await receiver())?.webhook_id ?? ""]);

  return {
    actor(process, operations) {
      const context = world.contextOf(process, operations);
      const createWebhook: Context["service"]["createWebhook"] = async (input) => {
        const left = await own();
        if (left.length > 0) violations.push(`another webhook is requested beside ${left.map(({ id }) => id)}`);
        return context.service.createWebhook(input);
      };
      const service = new Proxy(context.service, {
        get: (target, name) => (name === "createWebhook" ? createWebhook : Reflect.get(target, name)),
      });
      return { ...context, service };
    },
    end: () => world.end(),
    async begin() {
      await world.begin();
      othersWebhook = await world.lost();
      violations = [];
    },
    actions: { ensure: ({ pool, service }) => ensureReceiver({ pool }, service) },
    async next() {
      const [known, [one, ...others]] = await Promise.all([receiver(), own()]);
      const whole = one?.enabled && EVENT_NAMES.every((name) => one.events.includes(name));
      const stands = known?.state === "connected" && known.webhook_id === one?.id;
      return stands && whole && others.length === 0 ? null : "ensure";
    },
    again: true,
    events: {
      "it is deleted at the service": change("DELETE FROM sandbox.webhook"),
      "it is disabled at the service": change("UPDATE sandbox.webhook SET enabled = false"),
      "it lacks an event at the service": change("UPDATE sandbox.webhook SET events = events[2:]"),
      "an attempt is completed late": async () => {
        const known = await receiver();
        if (known) await world.addWebhook(addressOf(known.id));
      },
    },
    faults: { ...WEBHOOK_FAULTS, methods: [...WEBHOOK_FAULTS.methods, "PUT"] },
    operations: 20,
    fault: (fault) => world.fault(fault),
    heal: () => world.service.call("DELETE", "/sandbox/faults"),
    tolerates: (error) => error instanceof CotejoError,
    async expectSound() {
      const there = await world.atService();
      expect(
        there.map(({ id }) => id),
        "a webhook that is somebody else's",
      ).toContain(othersWebhook);
      const [known, accepted] = await Promise.all([receiver(), world.accepted()]);
      const one = there.find(({ id }) => id === known?.webhook_id);
      if (one) expect(accepted.get(one.id), "what the receiver accepts").toBe(one.secret);
      expect(violations).toEqual([]);
    },
    async expectEnd() {
      const [known, [one, ...others], accepted] = await Promise.all([receiver(), own(), world.accepted()]);
      expect(others).toEqual([]);
      expect(known).toMatchObject({ state: "connected", webhook_id: one?.id, creating_since: null });
      expect([...accepted]).toEqual([[one?.id, one?.secret]]);
      const { items } = await listWebhooks(world.context);
      expect(items.map(({ problems }) => problems)).toEqual([[], []]);
    },
  };
}
