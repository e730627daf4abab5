import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprint, masterKey } from "./vault.ts";

const SECRET = "a master secret of forty characters or so";

describe("a master key", () => {
  it("is the same for the same secret, in every process", () => {
    expect(masterKey(SECRET)).toEqual(masterKey(SECRET));
  });

  it("differs with the secret in every part", () => {
    const one = masterKey(SECRET);
    const other = masterKey(`${SECRET}.`);
    expect(other.id).not.toBe(one.id);
    expect(other.key.equals(one.key)).toBe(false);
    expect(other.fingerprintKey.equals(one.fingerprintKey)).toBe(false);
  });

  it("has a name that reveals nothing of the secret or of the keys", () => {
    const { id, key, fingerprintKey } = masterKey(SECRET);
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(key).toHaveLength(32);
    expect(fingerprintKey.equals(key)).toBe(false);
    for (const part of [key, fingerprintKey, Buffer.from(SECRET)]) expect(part.toString("hex")).not.toContain(id);
  });
});

describe("a fingerprint", () => {
  const key = masterKey(SECRET);

  it("names its master secret and holds nothing of the value", () => {
    expect(fingerprint("svc_sk_live_0123456789", key)).toMatch(new RegExp(`^${key.id}:[0-9a-f]{12}$`));
  });

  it("recognises its value only", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        return (fingerprint(one, key) === fingerprint(other, key)) === (one === other);
      }),
    );
  });

  it("cannot be made without the secret", () => {
    expect(fingerprint("value", masterKey(`${SECRET}.`)).split(":")[1]).not.toBe(
      fingerprint("value", key).split(":")[1],
    );
  });
});
