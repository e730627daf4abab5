import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examples } from "#test/effort.ts";
import { createAllowance, type Holding } from "./allowance.ts";

const LIMITS = { all: 100, strangers: 80 };
const stranger = (key: string) => ({ key, ofService: false });
const service = { key: "service", ofService: true };

describe("the allowance of bodies", () => {
  it("is nobody's to use up: a small body gets in by the largest of whoever holds most", () => {
    const allowance = createAllowance(LIMITS);
    const cut: string[] = [];
    const bodies = ["a", "b", "c", "d"].map((name) => {
      const body = allowance.open(stranger("attacker"), () => cut.push(name));
      expect(body.grow(name === "c" ? 23 : 19)).toBe(true);
      return body;
    });
    const genuine = allowance.open(stranger("somebody"), () => cut.push("genuine"));
    expect(genuine.grow(5)).toBe(true);
    expect(cut).toEqual(["c"]);
    expect(bodies[0]?.grow(1)).toBe(true);
  });

  it("turns away the body itself when it is the largest of whoever holds most, and lets go of all that it held", () => {
    const allowance = createAllowance(LIMITS);
    const small = allowance.open(stranger("a"), () => undefined);
    expect(small.grow(10)).toBe(true);
    const large = allowance.open(stranger("a"), () => undefined);
    expect(large.grow(70)).toBe(true);
    expect(large.grow(1)).toBe(false);
    large.release();
    expect(allowance.held()).toBe(10);
  });

  it("keeps a part for the service's addresses, and never cuts what has been read to its end", () => {
    const allowance = createAllowance(LIMITS);
    const cut: string[] = [];
    const stored = allowance.open(stranger("a"), () => cut.push("stored"));
    expect(stored.grow(80)).toBe(true);
    stored.settle();
    expect(allowance.open(stranger("b"), () => undefined).grow(1)).toBe(false);
    expect(allowance.open(service, () => undefined).grow(20)).toBe(true);
    expect(cut).toEqual([]);
  });

  it("is never exceeded, lets a body of any source in that is smaller than a fair share, and ends at nothing", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("open" as const), owner: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ kind: fc.constant("grow" as const), body: fc.nat(40), bytes: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ kind: fc.constant("release" as const), body: fc.nat(40) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const allowance = createAllowance(LIMITS);
        const open: Holding[] = [];
        const remove = (body: Holding) => {
          body.release();
          open.splice(open.indexOf(body), 1);
        };
        for (const each of steps) {
          if (each.kind === "open") {
            const owner = each.owner === 0 ? service : stranger(String(each.owner));
            const body: Holding = allowance.open(owner, () => void open.splice(open.indexOf(body), 1));
            open.push(body);
            continue;
          }
          const body = open[each.body % Math.max(1, open.length)];
          if (!body) continue;
          if (each.kind === "release") remove(body);
          else if (!body.grow(each.bytes)) remove(body);
          expect(allowance.held()).toBeLessThanOrEqual(LIMITS.all);
        }
        // Six owners share 80: who has nothing yet gets a body of a tenth in, whatever the others hold.
        const late = allowance.open(stranger("late"), () => undefined);
        expect(late.grow(8)).toBe(true);
        late.release();
        for (const body of [...open]) remove(body);
        expect(allowance.held()).toBe(0);
      }),
      { numRuns: examples(200) },
    );
  });
});
