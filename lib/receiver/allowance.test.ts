import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examples } from "#tools/test/effort.ts";
import { createAllowance, type Owner, type Room, SMALL_BODY } from "./allowance.ts";

const LARGE = SMALL_BODY + 1;
const LIMITS = { service: 2 * LARGE, small: 2 * SMALL_BODY, large: 3 * LARGE };
const otherSender = (key: string): Owner => ({ key, ofService: false });
const service: Owner = { key: "service", ofService: true };

/** An allowance, and the granted owners in order. */
function tried() {
  const allowance = createAllowance(LIMITS);
  const rooms: { name: string; room: Room }[] = [];
  const take = (name: string, owner: Owner, bytes: number) =>
    allowance.take(owner, bytes, (room) => rooms.push({ name, room }));
  return {
    allowance,
    take,
    names: () => rooms.map(({ name }) => name),
    release: (at: number) => rooms[at]?.room.release(),
  };
}

describe("the allowance of bodies", () => {
  it("keeps room for small bodies and for the service, whatever large bodies are held", () => {
    const { take, names } = tried();
    for (const name of ["a", "b", "c", "d"]) take(name, otherSender("attacker"), LARGE);
    take("small", otherSender("attacker"), SMALL_BODY);
    take("of the service", service, LARGE);
    expect(names()).toEqual(["a", "b", "c", "small", "of the service"]);
  });

  it("gives freed room to the source that holds least, and within a source in order of arrival", () => {
    const { take, names, release } = tried();
    for (const name of ["a", "b", "c", "d", "e"]) take(name, otherSender("attacker"), LARGE);
    take("late", otherSender("other"), LARGE);
    release(0);
    expect(names().slice(3)).toEqual(["late"]);
    release(1);
    expect(names().slice(4)).toEqual(["d"]);
  });

  it("skips cancelled requests", () => {
    const { take, names, release } = tried();
    for (const name of ["a", "b", "c"]) take(name, otherSender("a"), LARGE);
    const giveUp = take("gone", otherSender("b"), LARGE);
    take("waits", otherSender("b"), LARGE);
    giveUp();
    release(0);
    expect(names()).toEqual(["a", "b", "c", "waits"]);
  });

  it("never exceeds its limit, grants each body once, and leaves none waiting while there is room for it", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("take" as const), owner: fc.nat(5), bytes: fc.integer({ min: 0, max: LARGE }) }),
      fc.record({ kind: fc.constant("shrink" as const), at: fc.nat(40), bytes: fc.nat(LARGE) }),
      fc.record({ kind: fc.constant("release" as const), at: fc.nat(40) }),
      fc.record({ kind: fc.constant("giveUp" as const), at: fc.nat(40) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const allowance = createAllowance(LIMITS);
        const all: { granted: number; room?: Room; ended: boolean; giveUp: () => void }[] = [];
        for (const each of steps) {
          if (each.kind === "take") {
            const body: (typeof all)[number] = { granted: 0, ended: false, giveUp: () => undefined };
            all.push(body);
            body.giveUp = allowance.take(
              each.owner === 0 ? service : otherSender(`${each.owner}`),
              each.bytes,
              (room) => {
                body.granted += 1;
                body.room = room;
              },
            );
          } else {
            const body = all[each.at % Math.max(1, all.length)];
            if (!body) continue;
            if (each.kind === "giveUp" && !body.room) [body.ended] = [true, body.giveUp()];
            if (each.kind === "shrink" && !body.ended) body.room?.shrink(each.bytes);
            if (each.kind === "release" && body.room && !body.ended) [body.ended] = [true, body.room.release()];
          }
          expect(allowance.held()).toBeLessThanOrEqual(LIMITS.service + LIMITS.small + LIMITS.large);
        }
        for (let left = all.length; left > 0; left--) {
          for (const body of all.filter(({ room, ended }) => room && !ended))
            [body.ended] = [true, body.room?.release()];
        }
        expect(allowance.held()).toBe(0);
        expect(all.every(({ granted, ended }) => ended && granted <= 1)).toBe(true);
      }),
      { numRuns: examples(200) },
    );
  });
});
