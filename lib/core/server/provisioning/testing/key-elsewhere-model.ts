import { expect, vi } from "vitest";
import type { RotatedKey, RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import {
  createAnotherKey,
  moveRotationElsewhere,
  rotateElsewhere,
} from "#lib/core/server/keys/rotation-elsewhere/commands.ts";
import { listRotationsElsewhere } from "#lib/core/server/keys/rotation-elsewhere/list.ts";
import type { Work } from "#lib/core/server/keys/rotation-elsewhere/new-key.ts";
import { acknowledgeReveal, forgetExpired, listReveals } from "#lib/core/server/vault/reveals.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { STRANGER, watch } from "./key-elsewhere-watch.ts";
import { startWorld } from "./keys-world.ts";
import { ANY_FAULT, type Model } from "./model.ts";

/** An admin at a process: the login session that holds values, and the connection and client of the calls. */
type Admin = { session: string; work: Work };

const SESSIONS = ["session 0", "session 1"] as const;

/** The rotation of `Backend`, a key of another system, beside a key of a third one. */
export async function keyElsewhereModel(): Promise<Model<Admin>> {
  const world = await startWorld();
  const watched = watch(world);
  /** Values that admins have, by the ids of their keys. */
  let known = new Map<string, string>();

  const newest = async (): Promise<RotationElsewhere | undefined> => (await listRotationsElsewhere(world.database))[0];
  const requireNewest = async () => (await newest()) ?? expect.unreachable("nothing was begun");
  /** The answer to the creation, if it arrives, reveals the value. */
  const learn = ({ created }: RotatedKey) => created && known.set(created.id, created.api_key);
  const move = async (step: "switched" | "not_switched" | "finish" | "give_up", { work }: Admin) => {
    const rotation = await newest();
    return rotation && moveRotationElsewhere({ id: rotation.id, move: step }, work);
  };

  const actions = {
    start: async ({ session, work }) =>
      learn(await rotateElsewhere({ old_key_id: await world.idOf("Backend"), session_hash: session }, work)),
    again: async ({ session, work }) => {
      const rotation = await newest();
      if (!rotation) return;
      const { id, new_key_id } = rotation;
      learn(await createAnotherKey({ id, instead_of: new_key_id, session_hash: session }, work));
    },
    store: async ({ session }) => {
      for (const { id, kind, subject_id, value } of await listReveals(session, {}, world.database)) {
        if (kind === "api_key") known.set(subject_id, value);
        await acknowledgeReveal({ id, session_hash: session }, world.database);
      }
    },
    /** Admins do not confirm a key whose value they do not have. */
    switched: async (admin) => {
      if (known.has((await newest())?.new_key_id ?? "")) await move("switched", admin);
    },
    "take back": (admin) => move("not_switched", admin),
    finish: (admin) => move("finish", admin),
    stop: (admin) => watched.stopping(() => move("give_up", admin)),
  } satisfies Model<Admin>["actions"];

  async function next(): Promise<keyof typeof actions | null> {
    const rotation = await newest();
    if (!rotation || rotation.state === "cancelled") return "start";
    if (rotation.state === "done") return null;
    if (rotation.state === "switched") return "finish";
    if (rotation.state === "intent") return "again";
    return rotation.value === "stored" ? "switched" : rotation.value === "held" ? "store" : "again";
  }

  async function tenMinutesPass(): Promise<void> {
    await world.query("UPDATE reveals SET expires_at = now()");
    await forgetExpired(world.database);
  }

  async function expectSound(): Promise<void> {
    expect(await world.isKnown(world.firstKey()), "the dashboard's own key works").toBe(true);
    const names = await world.names();
    expect(names, "a key of another system").toContain(STRANGER);
    const rotations = await listRotationsElsewhere(world.database);
    const open = rotations.filter(({ ended_at }) => ended_at === null);
    expect(open.length, "open ones").toBeLessThanOrEqual(1);
    const done = rotations.find(({ state }) => state === "done");
    const gone = !names.includes("Backend");
    if (done) expect(gone, "the old key is deleted").toBe(true);
    // The answer to the deletion was lost.
    else if (gone) expect(rotations[0]?.state).toBe("switched");
    // A value being shown belongs to a working key, unless only the answer to its deletion was lost.
    for (const session of SESSIONS) {
      for (const { subject_id, value } of await listReveals(session, {}, world.database)) {
        if (subject_id !== open[0]?.new_key_id)
          expect(await world.isKnown(value), "a value that is shown works").toBe(true);
      }
    }
    expect(watched.violations()).toEqual([]);
  }

  const actor: Model<Admin>["actor"] = (process, operations) => {
    const { pool, serviceWith } = world.contextOf(process, operations);
    return { session: SESSIONS[process], work: watched.on({ pool, service: serviceWith(world.firstKey()) }) };
  };

  return {
    actor,
    actions,
    next,
    last: "finish",
    expectSound,
    end: () => world.end(),
    async begin() {
      await world.begin();
      await world.addKey(STRANGER);
      watched.begin();
      known = new Map();
    },
    events: {
      "ten minutes pass": tenMinutesPass,
      "a user deletes the new key at the service": async () =>
        world.service.query("DELETE FROM sandbox.api_key WHERE id = $1", [(await newest())?.new_key_id ?? ""]),
      "given-up attempts are completed late": () => watched.completeLate(),
      "a worker looks for lost keys": async () => {
        await world.dayPasses();
        await world.deleteLateKeys().catch(() => undefined);
      },
    },
    faults: { ...ANY_FAULT, kinds: [...ANY_FAULT.kinds, ["late"]] },
    operations: 60,
    fault: (fault) => world.fault(fault),
    async heal() {
      await world.heal();
      // Values held for a session that has ended.
      await tenMinutesPass();
    },
    tolerates: (error) => error instanceof CotejoError,
    /** An action whose answer was lost deleted the new key: the admin takes the switch back and gives up. */
    async unstick(action, error) {
      expect([action, error]).toEqual(["finish", expect.objectContaining({ code: "NOT_FOUND" })]);
      await actions["take back"](actor(0));
      await actions.stop(actor(0));
    },
    async expectEnd() {
      const { new_key_id, new_name } = await requireNewest();
      await watched.completeLate();
      // A hanging request that succeeds after its caller has gone is found by a later search.
      await vi.waitFor(
        async () => {
          await world.dayPasses();
          await world.deleteLateKeys();
          expect(await world.names()).toEqual([STRANGER, new_name, "cotejo-dashboard"].toSorted());
        },
        { timeout: 60_000 },
      );
      const value = known.get(new_key_id ?? "") ?? "";
      expect(await world.isKnown(value), "the value of the key that is left was revealed").toBe(true);
      await expectSound();
    },
  };
}
