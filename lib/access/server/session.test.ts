import { sealData, unsealData } from "iron-session";
import { expect, it, vi } from "vitest";
import { openSeal, passwordsOf, sealSession } from "./session-seal.ts";

const [OLD, NEW, OTHER] = ["an old secret", "a new secret", "another secret"] as const;

const seal = (...secrets: string[]) => sealData({ id: "a token" }, { password: passwordsOf(secrets).sealing });
const open = async (sealed: string, ...secrets: string[]) =>
  (await unsealData<{ id?: string }>(sealed, { password: passwordsOf(secrets).opening })).id;

// Steps of a rotation (design §6): the new secret is deployed as the second, then as the first; then the old one is removed.
it.each([
  ["the new one comes second", [OLD], [OLD, NEW]],
  ["the new one comes first", [OLD, NEW], [NEW, OLD]],
  ["it was sealed before either", [OLD], [NEW, OLD]],
  ["the old one goes", [NEW, OLD], [NEW]],
  ["a process of the step before reads what one of the step after has sealed", [NEW, OLD], [OLD, NEW]],
])("no one is signed out when %s", async (_, before, after) => {
  expect(await open(await seal(...before), ...after)).toBe("a token");
});

it("a cookie sealed with another secret, forged or altered opens nothing", async () => {
  expect(await open(await seal(OTHER), NEW, OLD)).toBeUndefined();
  expect(await open(await seal(OLD), NEW)).toBeUndefined();
  expect(await open("Fe26.2*1*forged", NEW, OLD)).toBeUndefined();
  const sealed = await seal(NEW);
  for (const at of [30, 60, 120, sealed.length - 8]) {
    const altered = `${sealed.slice(0, at)}${sealed[at] === "a" ? "b" : "a"}${sealed.slice(at + 1)}`;
    expect(await open(altered, NEW)).toBeUndefined();
  }
});

it("a seal is opened once and then cached until it expires", async () => {
  vi.stubEnv("COTEJO_SECRET", "the master secret of this installation");
  vi.stubEnv("SESSION_HOURS", "8");
  vi.useFakeTimers({ toFake: ["Date"] });
  const sealed = await sealSession("a token");
  const forged = `${sealed.slice(0, -8)}forged~2`;
  const derived = vi.spyOn(crypto.subtle, "deriveKey");
  expect(await openSeal(sealed)).toBe("a token");
  const once = derived.mock.calls.length;
  expect(once).toBeGreaterThan(0);
  expect(await openSeal(sealed)).toBe("a token");
  expect(derived).toHaveBeenCalledTimes(once);
  expect(await openSeal(forged)).toBeUndefined();
  vi.advanceTimersByTime(8 * 60 * 60_000 + 60_001);
  expect(await openSeal(sealed)).toBeUndefined();
  derived.mockRestore();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
