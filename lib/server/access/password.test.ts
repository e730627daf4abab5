import { expect, it } from "vitest";
import { hashPassword, needsRehash, verifyPassword } from "./password.ts";

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

it("never accepts anything where there is no stored hash", async () => {
  expect(await verifyPassword("", null)).toBe(false);
  expect(await verifyPassword("anything", null)).toBe(false);
});

it("asks to hash again what was hashed more cheaply", async () => {
  expect(needsRehash(await hashPassword("long enough password"))).toBe(false);
  expect(needsRehash("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b/dWRWJTmaaJObG")).toBe(true);
});
