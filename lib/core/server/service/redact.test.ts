import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "#lib/platform/contract/exact-numbers.ts";
import { comparable, redact, redactText } from "./redact.ts";

const SECRET = "S3CR3T";

/** Parts of addresses and of text around them, so that every spelling occurs. */
const addressText = fc
  .array(
    fc.constantFrom(
      "https://files.example/a.pdf",
      "HTTPS:\\/\\/files.example\\/a.pdf",
      "_s3://bucket/key",
      `://user:${SECRET}@host/`,
      `https://${SECRET}@host@other/path`,
      `?Signature=${SECRET}&Expires=1`,
      `#${SECRET}`,
      `|{"\\^'<>&b=${SECRET}`,
      "/@",
      "\u0000",
      "\ud800",
      " or ",
      "(see",
      ")",
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

/** Names of secrets, names of files, and others. */
const name = fc.oneof(
  fc.constantFrom(
    "secret",
    "api_key",
    "apiKey",
    "X-Api-Key",
    "webhook_secret",
    "sec\u0000ret",
    "curp_file",
    "Curp_File",
  ),
  fc.constantFrom("url", "file_url", "message", "__proto__", "constructor"),
  fc.string({ unit: "binary", maxLength: 4 }),
  addressText,
);
const text = fc.oneof(addressText, fc.string({ unit: "binary", maxLength: 20 }));
const { answer } = fc.letrec((tie) => ({
  answer: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("answer"), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie("answer")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

type Visit = { text?: (value: string) => void; entry?: (name: string, value: unknown) => void };

function visit(value: unknown, see: Visit): void {
  if (typeof value === "string") see.text?.(value);
  if (typeof value !== "object" || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    if (!Array.isArray(value)) {
      see.text?.(key);
      see.entry?.(key, entry);
    }
    visit(entry, see);
  }
}

const isMark = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).join() === "available,expires_at";

describe("a stored answer", () => {
  it("has no address with user, query or fragment, at any depth and in any text or name", () => {
    fc.assert(
      fc.property(answer, (body) => {
        visit(redact(body), {
          text: (value) => {
            for (const token of value.split(/\s+/)) {
              const at = token.search(/:[\\/]{2}/);
              if (at === -1) continue;
              expect(token.slice(at)).not.toMatch(/[?#]/);
              expect(token.slice(at)).not.toMatch(/:[\\/]{2,}[^\\/]*@/);
            }
          },
        });
      }),
    );
  });

  it("has no value under the name of a secret, however it is written, and a mark in place of curp_file", () => {
    fc.assert(
      fc.property(answer, (body) => {
        visit(redact(body), {
          entry: (key, value) => {
            expect(key).not.toMatch(/^(secret|api_?key|x-api-key|webhook_secret)$/i);
            if (/^curp_file$/i.test(key)) expect(value).toSatisfy(isMark);
          },
        });
      }),
    );
  });

  it("can be stored as text, and is at most a few times its original size", () => {
    fc.assert(
      fc.property(answer, (body) => {
        const stored = JSON.stringify(redact(body));
        visit(JSON.parse(stored), {
          text: (value) => expect(value.isWellFormed() && !value.includes("\u0000")).toBe(true),
        });
        expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(60 + 4 * Buffer.byteLength(JSON.stringify(body)));
      }),
    );
  });

  it("keeps everything else as received, key order included", () => {
    const body = {
      b: [1, null, { z: "Año 2026, ¿sí?", a: 1.5 }],
      a: "https://host:8080/a@b/c",
      "": false,
      when: "10:30 / 11:00",
    };
    expect(JSON.stringify(redact(body))).toBe(JSON.stringify(body));
  });

  it("keeps the values of two names that redaction makes equal", () => {
    expect(redact({ "/a?1": 1, "/a": 2, "/a (2)": 3, "/a?2": 4 })).toEqual({
      "/a": 1,
      "/a (2)": 2,
      "/a (2) (2)": 3,
      "/a (3)": 4,
    });
  });

  it.each(["tag", "verification_tag", "comment"])("keeps the caller's %s whole, also if it is an address", (field) => {
    fc.assert(
      fc.property(addressText, answer, (value, beside) => {
        const body = (own: unknown) => ({ data: { [field]: own, link: value, beside } });
        const stored = redact(body(value)) as { data: Record<string, unknown> };
        expect(stored.data[field]).toBe(value.replaceAll("\u0000", "\ufffd").toWellFormed());
        expect(stored.data.link).toBe(redactText(value));
        expect((comparable(stored) as typeof stored).data[field]).toBe(stored.data[field]);
        // Only a text is the caller's value.
        expect(redact(body({ url: value, api_key: SECRET }))).toEqual({
          data: { ...stored.data, [field]: { url: redactText(value) } },
        });
      }),
    );
    const compared = (own: string) => JSON.stringify(comparable(redact({ [field]: own })));
    expect(compared("https://crm.mx/exp?id=1")).not.toBe(compared("https://crm.mx/exp?id=2"));
  });

  it("changes no word into another", () => {
    expect(redact({ "label\u0000": "vip\u0000", label: "vip" })).toEqual({ "label\ufffd": "vip\ufffd", label: "vip" });
  });
});

describe("text", () => {
  it.each([
    ["https://u:p@host/a.pdf?sig=1#x", "https://host/a.pdf"],
    ["no puede leerse https://host/a?sig=1 ahora", "no puede leerse https://host/a ahora"],
    ['{"u":"https:\\/\\/u:p@host\\/a?sig=1"}', '{"u":"https:\\/\\/host\\/a'],
    ["https://host/?a|b&sig=1", "https://host/"],
    ["https://a/,https://u:p@b/?sig=1", "https://a/,https://b/"],
    ["https:////u:p@host/", "https:////host/"],
    ["1s3://u@/p@host/", "1s3://host/"],
    ["/files/1.pdf?Signature=1", "/files/1.pdf"],
    ["//u:p@host/1.pdf?Signature=1", "//host/1.pdf"],
    ["¿Falta el acta? #1 a@b.mx", "¿Falta el acta? #1 a@b.mx"],
  ])("%s is kept as %s", (from, to) => {
    expect(redactText(from)).toBe(to);
  });

  it("is stable when redacted again", () => {
    fc.assert(fc.property(text, (value) => redactText(redactText(value)) === redactText(value)));
  });
});

describe("curp_file", () => {
  const mark = (value: unknown) => redact({ curp_file: value });

  it.each([
    ["https://host/1.pdf?Expires=1795000000&Signature=a", "2026-11-18T11:06:40.000Z"],
    ["https://host/1.pdf?X=1&expires=2026-11-20T10:00:00Z", "2026-11-20T10:00:00.000000Z"],
    ["https://host/1.pdf?Expires=soon", null],
    ["https://host/1.pdf", null],
    ["not an address", null],
  ])("%s is available until %s", (address, expires_at) => {
    expect(mark(address)).toEqual({ curp_file: { available: true, expires_at } });
  });

  it("is not available where there is none", () => {
    for (const value of [null, "", 7])
      expect(mark(value)).toEqual({ curp_file: { available: false, expires_at: null } });
  });
});

describe("answers", () => {
  const people = (query: string, file = `https://host/1.pdf?${query}`) => ({
    full_list: [
      { people_id: 1, external_identities: { curp: { curp_file: file } }, photo_url: `https://host/p?${query}` },
    ],
  });
  const compared = (body: unknown) => JSON.stringify(comparable(redact(body)));

  it("compare equal if they differ only in signed addresses", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.webQueryParameters(), (first, second, query) => {
        const [one, other] = [first, second].map((at) =>
          people(`Expires=${1_795_000_000 + (at % 1e6)}&${query}&s=${at}`),
        );
        expect(compared(one)).toBe(compared(other));
      }),
    );
  });

  it("compare different for any other difference", () => {
    expect(compared(people("Expires=1", ""))).not.toBe(compared(people("Expires=1")));
    expect(compared(people("a", "https://host/1.pdf"))).toBe(compared(people("a", "https://host/2.pdf")));
    expect(compared({ a: 1 })).not.toBe(compared({ a: "1" }));
  });
});

it("keep the digits of every number, in storage and comparison", () => {
  const body = '{"folio":646180157000000004,"list":[1e400,{"deep":-0.12345678901234567890}],"count":3}';
  expect(JSON.stringify(redact(parseJson(body)))).toBe(body);
  expect(JSON.stringify(comparable(redact(parseJson(body))))).toBe(body);
});
