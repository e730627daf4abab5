import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { masterKey } from "#lib/core/server/vault/vault.ts";
import {
  addLine,
  apiKeyLine,
  blockedLine,
  emptyLog,
  erasureKeyLine,
  MAX_LINE,
  markLine,
  textOf,
} from "./erasure-log-lines.ts";

const first = masterKey("a master secret of at least 32 characters");
const second = masterKey("another master secret of at least 32 characters");
const AT = "2026-11-20T12:00:00.000000Z";
const key = randomBytes(32);
const MARKS = [randomBytes(32), randomBytes(32), randomBytes(32)];

function read(text: string, masters = [first]) {
  const log = emptyLog();
  for (const line of text.split("\n")) addLine(log, line, masters);
  return log;
}

const act = fc.record({
  kind: fc.constantFrom("erased", "lifted", "blocked"),
  mark: fc.constantFrom(...MARKS),
  // Lines of several machines, by the database's clock: a later line may have an older time.
  at: fc.constantFrom(AT, "2026-11-20T11:00:00.000000Z"),
});

describe("the erasure log", () => {
  it("gives for each id the state of its last line, whatever the times in the lines", () => {
    fc.assert(
      fc.property(fc.array(act), (acts) => {
        const text = textOf(
          acts.map(({ kind, mark, at }) =>
            kind === "blocked" ? blockedLine(key, mark, at, AT) : markLine(kind, key, mark, at),
          ),
        );
        const { newest, unreadable } = read(text);
        expect(unreadable).toBe(0);
        for (const mark of MARKS) {
          const last = acts.findLast((given) => given.mark === mark);
          expect(newest.get(mark.toString("hex"))?.kind).toBe(last?.kind);
        }
      }),
    );
  });

  it("gives its keys only to holders of the master secret", () => {
    const known = { value: "svc_sk_live_1", service_key_id: "ak_1", name: "cotejo-dashboard" };
    const text = textOf([erasureKeyLine(key, AT, [first, second]), apiKeyLine(known, AT, [first, second])]);
    expect(text).not.toContain(known.value);
    expect(text).not.toContain(key.toString("base64"));
    const opened = read(text);
    expect([...opened.keys.values()]).toEqual([key]);
    expect(opened.apiKey).toEqual({ ...known, at: AT });
    expect(read(text, [second])).toMatchObject({ keys: new Map(), apiKey: null, unreadable: 2 });
  });

  it("counts lines that are truncated, too long, or of another version, and reads the rest", () => {
    const [line = ""] = textOf([markLine("erased", key, randomBytes(32), AT)]).split("\n");
    const long = JSON.stringify({ ...JSON.parse(line), more: "x".repeat(MAX_LINE) });
    const text = [line.slice(0, -5), long, line.replace("erased", "moved"), "", "null", line].join("\n");
    expect(read(text)).toMatchObject({ unreadable: 4, newest: { size: 1 } });
  });

  it("does not open a key in a line of another kind", () => {
    const { sealed } = erasureKeyLine(key, AT, [first]) as { sealed: object };
    const moved = JSON.stringify({ kind: "api_key", at: AT, service_key_id: null, name: null, sealed });
    expect(read(moved)).toMatchObject({ apiKey: null, unreadable: 1 });
  });
});
