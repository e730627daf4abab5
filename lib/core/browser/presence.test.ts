import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Colleague, FilePresence } from "#lib/core/contract/verifications/presence.ts";
import { colleaguesAt, sayPresence, setPresence, subscribeToPresence, withMessage } from "./presence.ts";

const colleague = (name: string, deciding = false): Colleague => ({ user_id: name, name, deciding });
const at = (file: number, ...names: string[]): FilePresence => ({
  verification_id: `ver_${file}`,
  colleagues: names.map((name) => colleague(name)),
});

beforeEach(() => setPresence([]));
afterEach(() => vi.unstubAllGlobals());

it("keeps the last message of each file, and drops all earlier ones after a full message", () => {
  const files = fc.uniqueArray(fc.tuple(fc.nat({ max: 4 }), fc.subarray(["Ana", "Luis"])), {
    selector: ([file]) => file,
  });
  const message = fc.record({
    whole: fc.boolean(),
    files: files.map((each) => each.map(([file, names]) => at(file, ...names))),
  });
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      const present = messages.reduce<FilePresence[]>((before, one) => withMessage(before, one), []);
      const said = messages
        .slice(
          Math.max(
            messages.findLastIndex(({ whole }) => whole),
            0,
          ),
        )
        .flatMap((one) => one.files);
      for (const file of [0, 1, 2, 3, 4].map((each) => `ver_${each}`)) {
        const last = said.findLast(({ verification_id }) => verification_id === file)?.colleagues ?? [];
        const found = present.filter(({ verification_id }) => verification_id === file);
        expect(found.flatMap(({ colleagues }) => colleagues)).toEqual(last);
        expect(found.length).toBe(last.length > 0 ? 1 : 0);
      }
    }),
  );
});

it("returns the same list until the file changes, so that no other row renders again", () => {
  const said = vi.fn();
  const leave = subscribeToPresence(said);
  setPresence([at(1, "Ana"), at(2, "Luis")]);
  const [one, two] = [colleaguesAt("ver_1"), colleaguesAt("ver_2")];
  setPresence([at(1, "Ana"), { verification_id: "ver_2", colleagues: [colleague("Luis", true)] }]);
  expect(colleaguesAt("ver_1")).toBe(one);
  expect(colleaguesAt("ver_2")).not.toBe(two);
  expect(colleaguesAt("ver_3")).toBe(colleaguesAt("ver_4"));
  leave();
  setPresence([]);
  expect(said).toHaveBeenCalledTimes(2);
});

it("sends the same tab id each time, and ignores failures", async () => {
  const sent: { path: string; body: { tab: string; state: string } }[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) });
    throw new TypeError("offline");
  });
  sayPresence("ver/1 ñ", "open");
  sayPresence("ver/1 ñ", "left");
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent.map(({ path }) => path)).toEqual(Array(2).fill("/api/verifications/ver%2F1%20%C3%B1/presence"));
  expect(sent[0]?.body.tab).toMatch(/^[0-9a-f]{32}$/);
  expect(sent.map(({ body }) => body)).toEqual(["open", "left"].map((state) => ({ tab: sent[0]?.body.tab, state })));
});
