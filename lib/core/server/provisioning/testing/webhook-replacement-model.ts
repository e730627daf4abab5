import { expect } from "vitest";
import type { Replacement, ReplacementMove } from "#lib/core/contract/webhooks/webhooks.ts";
import { onSecretStored } from "#lib/core/server/provisioning/record.ts";
import { ensureReceiver } from "#lib/core/server/receiver-connection/ensure.ts";
import { acknowledgeReveal, forgetExpired, listReveals } from "#lib/core/server/vault/reveals.ts";
import { createWebhook } from "#lib/core/server/webhooks/commands.ts";
import type { Context } from "#lib/core/server/webhooks/context.ts";
import { listWebhooks } from "#lib/core/server/webhooks/list.ts";
import { getReplacement } from "#lib/core/server/webhooks/replacement.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { Model } from "./model.ts";
import { FIELDS, startWorld, WEBHOOK_FAULTS } from "./webhooks-world.ts";

/** An admin at a process: the login session that holds secrets, and the context of the calls. */
type Admin = { session: string; context: Context };
type Action = ReplacementMove | "create" | "store";

const STRANGER = "https://hooks.somebody.mx/else";

/** The replacement of a webhook's lost secret, of the dashboard's own webhook or another system's, beside a third webhook. */
export async function webhookReplacementModel(own: boolean): Promise<Model<Admin>> {
  const world = await startWorld();
  let id = "";
  /** Secrets that admins have stored, by the ids of their webhooks. */
  let known = new Map<string, string>();

  const now = (): Promise<Replacement | null> => getReplacement(id, world.context);
  const left = async () => (await world.atService()).filter(({ url }) => url !== STRANGER);
  const newId = async () => {
    const replacement = await now();
    return replacement?.state === "given_up" ? undefined : (replacement?.new_id ?? undefined);
  };
  const move =
    (name: ReplacementMove) =>
    ({ context }: Admin) =>
      world.move(id, name, context);

  const actions = {
    create: async ({ session, context }) => {
      const { created } = await world.replace(id, context, await newId(), session);
      if (created) known.set(created.id, created.secret);
    },
    store: async ({ session }) => {
      for (const reveal of await listReveals(session, {}, world.database)) {
        known.set(reveal.subject_id, reveal.value);
        await acknowledgeReveal({ id: reveal.id, session_hash: session, onStored: onSecretStored }, world.database);
      }
    },
    /** Admins do not confirm a secret that they do not have. */
    stored: async (admin) => known.has((await newId()) ?? "") && move("stored")(admin),
    switched: move("switched"),
    finish: move("finish"),
    give_up: move("give_up"),
  } satisfies Record<Action, (actor: Admin) => Promise<unknown>>;

  async function next(): Promise<Action | null> {
    const { state, new_id } = (await now()) ?? { state: "given_up", new_id: null };
    if (state === "done") return null;
    if (state === "begun" || state === "given_up") return "create";
    if (state === "stored") return "switched";
    if (state === "switched") return "finish";
    if (known.has(new_id ?? "")) return "stored";
    return (await world.held("session 0")).has(new_id ?? "") ? "store" : "create";
  }

  const actor: Model<Admin>["actor"] = (process, operations) => ({
    session: `session ${process}`,
    context: world.contextOf(process, operations),
  });

  return {
    actor,
    actions,
    next,
    last: "finish",
    end: () => world.end(),
    async begin() {
      await world.begin();
      await createWebhook({ ...FIELDS, url: STRANGER }, "somebody", world.context);
      id = await (own ? world.own() : world.lost());
      known = new Map();
    },
    events: {
      "ten minutes pass": async () => {
        await world.query("UPDATE reveals SET expires_at = now()");
        await forgetExpired(world.database);
      },
      /** The worker and admins repeat this check at any time. */
      "the dashboard's own connection is checked": async () => {
        if (own) await ensureReceiver(world.other, actor(1).context.service).catch(() => undefined);
      },
    },
    faults: WEBHOOK_FAULTS,
    operations: 40,
    fault: (fault) => world.fault(fault),
    heal: () => world.service.call("DELETE", "/sandbox/faults"),
    tolerates: (error) => error instanceof CotejoError,
    async expectSound() {
      const there = await world.atService();
      expect(there.filter(({ url }) => url === STRANGER).length, "a webhook that is somebody else's").toBe(1);
      const ids = (await left()).map((webhook) => webhook.id);
      expect(ids.length, "webhooks").toBeGreaterThan(0);
      expect(ids.length, "webhooks").toBeLessThanOrEqual(2);
      const replacement = await now();
      const created = replacement?.new_id ?? "";
      if (!ids.includes(id)) {
        // The answer to the deletion may have been lost.
        expect(["switched", "done"], "the old one is deleted").toContain(replacement?.state);
        expect(ids, "what has taken its place").toContain(created);
      }
      if (replacement?.state === "done") expect(ids).toEqual([created]);
      if (!own) return;
      const accepted = await world.accepted();
      for (const { id: one, secret } of there) {
        if (one === id || (one === created && replacement?.state !== "given_up")) {
          expect(accepted.get(one), "what the receiver accepts").toBe(secret);
        }
      }
    },
    /** An action that died deleted the new webhook: the old one stays, and the admin creates another. */
    async unstick(action, error) {
      expect([action, error]).toEqual([
        expect.stringMatching(/^(switched|finish)$/),
        expect.objectContaining({ code: "CONFLICT" }),
      ]);
      await actions.give_up(actor(0));
    },
    async expectEnd() {
      const { new_id } = (await now()) ?? expect.unreachable("nothing was begun");
      const webhooks = await left();
      expect(webhooks.map((webhook) => webhook.id)).toEqual([new_id]);
      const secrets = own ? await world.accepted() : known;
      expect(secrets.get(new_id ?? ""), "the secret of the one that is left").toBe(webhooks[0]?.secret);
      const { items } = await listWebhooks(world.context);
      expect(items.map(({ problems }) => problems)).toEqual([[], []]);
    },
  };
}
