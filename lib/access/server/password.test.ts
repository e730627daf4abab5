import { expect, it } from "vitest";
import { hashPassword, type Lane, limitedHashing, needsRehash, verifyPassword } from "./password.ts";

it("accepts the password it hashed and no other", async () => {
  const stored = await hashPassword("correcto caballo batería");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("correcto caballo batería", stored)).toBe(true);
  expect(await verifyPassword("correcto caballo bateria", stored)).toBe(false);
  expect(await verifyPassword("", stored)).toBe(false);
});

it("treats composed and decomposed accents as one password", async () => {
  expect(await verifyPassword("batería".normalize("NFD"), await hashPassword("batería".normalize("NFC")))).toBe(true);
});

it("accepts nothing without a stored hash", async () => {
  expect(await verifyPassword("", null)).toBe(false);
  expect(await verifyPassword("anything", null)).toBe(false);
});

it("reports hashes of lower cost for rehashing", async () => {
  expect(needsRehash(await hashPassword("long enough password"))).toBe(false);
  expect(needsRehash("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b/dWRWJTmaaJObG")).toBe(true);
});

/** Hashes that end on request, and the order in which they were begun. */
function workshop(hashing: ReturnType<typeof limitedHashing>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, lane: Lane) =>
    hashing(lane, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { begun, ask, end };
}

it("computes the allowed number at once, and the next when one has ended", async () => {
  const { begun, ask, end } = workshop(limitedHashing({ atOnce: 2 }));
  const pending = ["a", "b", "c", "d"].map((name) => ask(name, "unknown"));
  expect(begun).toEqual(["a", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c", "d"]) await end(name);
  expect(await Promise.all(pending)).toEqual(["a", "b", "c", "d"]);
});

it("serves known browsers first, and refuses unknown ones when too many wait", async () => {
  const { begun, ask, end } = workshop(limitedHashing({ atOnce: 1, unknownWaiting: 2 }));
  const pending = [ask("a", "unknown"), ask("b", "unknown"), ask("c", "unknown")];
  await expect(ask("d", "unknown")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfter: 2 });
  pending.push(ask("e", "known"), ask("f", "known"));
  for (const name of ["a", "e", "f", "b", "c"]) await end(name);
  await Promise.all(pending);
  expect(begun).toEqual(["a", "e", "f", "b", "c"]);
});

it("frees its place when one fails", async () => {
  const hashing = limitedHashing({ atOnce: 1 });
  await expect(hashing("known", () => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
  expect(await hashing("unknown", async () => "done")).toBe("done");
});
