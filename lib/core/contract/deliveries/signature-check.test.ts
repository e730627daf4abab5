import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examples } from "#tools/test/effort.ts";
import { diagnoseSignature, type SignatureCause } from "./signature-check.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const T = NOW / 1000;

const bytes = (text: string, encoding: BufferEncoding = "utf8") => new Uint8Array(Buffer.from(text, encoding));
const sign = (secret: string, t: string, body: string, separator = ".") =>
  createHmac("sha256", secret).update(`${t}${separator}${body}`).digest("hex");

type Signed = { secret: string; t: string; body: string };
const signed = fc.record({
  secret: fc.stringMatching(/^whsec_[A-Za-z0-9]{12,40}$/),
  t: fc.integer({ min: T - 200, max: T + 200 }).map(String),
  body: fc
    .record({
      event_name: fc.constantFrom("verification.v2.created", "verification.v2.finished"),
      data: fc.dictionary(
        fc.stringMatching(/^[a-z_]{1,12}$/),
        fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean(), fc.constant(null)),
        { minKeys: 1, maxKeys: 5 },
      ),
    })
    // A non-ASCII letter, so that encodings differ; a slash, which some writers escape.
    .map((event) => JSON.stringify({ ...event, account_name: "Añil / Ópalo" })),
});

const diagnose = (header: string, body: Uint8Array<ArrayBuffer> | string, secret: string) =>
  diagnoseSignature({ header, body: typeof body === "string" ? bytes(body) : body, secret, nowMs: NOW });

const headerOf = ({ secret, t, body }: Signed) => `t=${t},v1=${sign(secret, t, body)}`;

describe("the signature check", () => {
  it("accepts signatures made by the interface's rule, for any body and among other signatures", async () => {
    await fc.assert(
      fc.asyncProperty(signed, fc.uint8Array({ maxLength: 200 }), async (given, raw) => {
        expect(await diagnose(headerOf(given), given.body, given.secret)).toMatchObject({
          verdict: "valid",
          causes: [],
        });
        const digest = createHmac("sha256", given.secret).update(`${given.t}.`).update(raw).digest("hex");
        const header = `t=${given.t},v1=${"0".repeat(64)},v1=${digest}`;
        expect(await diagnose(header, new Uint8Array(raw), given.secret)).toMatchObject({ verdict: "valid" });
      }),
      { numRuns: examples(15) },
    );
  });

  const damages: [
    SignatureCause,
    (given: Signed) => [header: string, body: string | Uint8Array<ArrayBuffer>, secret: string],
  ][] = [
    ["secret_white_space", (given) => [headerOf(given), given.body, `${given.secret}\n`]],
    ["secret_white_space", (given) => [headerOf(given), given.body, ` ${given.secret}\t`]],
    ["secret_quotes", (given) => [headerOf(given), given.body, `"${given.secret}"`]],
    ["secret_line", (given) => [headerOf(given), given.body, `WEBHOOK_SECRET=${given.secret}\n`]],
    ["secret_line", (given) => [headerOf(given), given.body, `export webhook_secret = "${given.secret}"`]],
    ["secret_line", (given) => [headerOf(given), given.body, `secret: ${given.secret}`]],
    ["final_newline", (given) => [headerOf(given), `${given.body}\n`, given.secret]],
    ["final_newline", (given) => [headerOf({ ...given, body: `${given.body}\n` }), given.body, given.secret]],
    ["bom", (given) => [headerOf(given), `\ufeff${given.body}`, given.secret]],
    ["bom", (given) => [headerOf({ ...given, body: `\ufeff${given.body}` }), given.body, given.secret]],
    ["not_utf8", (given) => [headerOf(given), bytes(Buffer.from(given.body).toString("latin1")), given.secret]],
    [
      "uppercase_hex",
      (given) => [`t=${given.t},v1=${sign(given.secret, given.t, given.body).toUpperCase()}`, given.body, given.secret],
    ],
    ["header_separator", (given) => [headerOf(given).replace(",", ";"), given.body, given.secret]],
    ["header_spaces", (given) => [headerOf(given).replace(",", ", "), given.body, given.secret]],
    ["header_name", (given) => [`Svc-Signature: ${headerOf(given)}`, given.body, given.secret]],
    ["milliseconds", (given) => [headerOf({ ...given, t: `${given.t}123` }), given.body, given.secret]],
    ["reserialised", (given) => [headerOf(given), JSON.stringify(JSON.parse(given.body), null, 2), given.secret]],
    [
      "reserialised",
      (given) => [
        headerOf({ ...given, body: JSON.stringify(JSON.parse(given.body), null, 4) }),
        given.body,
        given.secret,
      ],
    ],
    ["reserialised", (given) => [headerOf({ ...given, body: python(given.body) }), given.body, given.secret]],
    ["reserialised", (given) => [headerOf(given), python(given.body), given.secret]],
    [
      "reserialised",
      (given) => [headerOf({ ...given, body: given.body.replaceAll("/", "\\/") }), given.body, given.secret],
    ],
    ...[":", ",", " ", "", "\n"].map((separator): (typeof damages)[number] => [
      "separator",
      ({ secret, t, body }) => [`t=${t},v1=${sign(secret, t, body, separator)}`, body, secret],
    ]),
    [
      "separator",
      ({ secret, t, body }) => [`t=${t},v1=${createHmac("sha256", secret).update(body).digest("hex")}`, body, secret],
    ],
  ];

  it.each(damages)("names %s, and nothing else, when it is the only fault", async (cause, damage) => {
    await fc.assert(
      fc.asyncProperty(signed, async (given) => {
        expect(await diagnose(...damage(given))).toMatchObject({ verdict: "explained", causes: [cause] });
      }),
      { numRuns: examples(6) },
    );
  });

  it("names changed line ends, in either direction", async () => {
    const body = '{\n  "a": "x\\ny",\n  "b": 12345678901234567890\n}';
    const windows = body.replaceAll("\n", "\r\n");
    const given = { secret: "s3cret", t: String(T) };
    for (const [sent, had] of [
      [body, windows],
      [windows, body],
    ] as const) {
      expect(await diagnose(headerOf({ ...given, body: sent }), had, "s3cret")).toMatchObject({
        verdict: "explained",
        causes: ["line_ends"],
      });
    }
  });

  it("names several causes at once", async () => {
    await fc.assert(
      fc.asyncProperty(signed, async (given) => {
        const header = `t=${given.t}; v1=${sign(given.secret, given.t, given.body).toUpperCase()}`;
        const result = await diagnose(header, `${given.body}\n`, `${given.secret} `);
        expect(result.verdict).toBe("explained");
        expect(result.causes).toEqual(
          expect.arrayContaining(["header_separator", "uppercase_hex", "secret_white_space", "final_newline"]),
        );
      }),
      { numRuns: examples(5) },
    );
  });

  it("explains nothing when the secret or the content differs", async () => {
    await fc.assert(
      fc.asyncProperty(signed, async (given) => {
        const header = headerOf(given);
        expect(await diagnose(header, given.body, `${given.secret}x`)).toMatchObject({ verdict: "unexplained" });
        const other = given.body.replace("Añil", "Anil");
        expect(await diagnose(header, other, given.secret)).toMatchObject({ verdict: "unexplained" });
      }),
      { numRuns: examples(6) },
    );
  });

  it.each([
    [T - 300, 300, true],
    [T - 301, 301, false],
    [T + 301, -301, false],
  ])("gives the age of a signature made at %i", async (t, seconds, timely) => {
    const given = { secret: "s3cret", t: String(t), body: "{}" };
    expect(await diagnose(headerOf(given), "{}", "s3cret")).toEqual({
      verdict: "valid",
      causes: [],
      age: { seconds, timely },
    });
  });

  it("never throws, whatever the input", async () => {
    const anything = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });
    const pasted = fc.oneof(
      anything,
      fc.string().map((text) => `t=${text},v1=${text}`),
    );
    await fc.assert(
      fc.asyncProperty(pasted, fc.uint8Array({ maxLength: 100 }), anything, async (header, body, secret) => {
        const result = await diagnose(header, new Uint8Array(body), secret);
        expect(result.verdict).toBe("unexplained");
      }),
      { numRuns: examples(60) },
    );
  });

  it.each([
    ["", ["no_t", "no_v1"]],
    ["t=1790000000", ["no_v1"]],
    [`v1=${"a".repeat(64)}`, ["no_t"]],
    ["t=1790000000,v1=q83vEjRWeJA=", ["not_hex"]],
  ])("names the missing parts of a header '%s'", async (header, causes) => {
    expect(await diagnose(header, "{}", "s3cret")).toMatchObject({ verdict: "unexplained", causes });
  });

  it("requires a secret", async () => {
    expect(await diagnose(`t=${T},v1=${"a".repeat(64)}`, "{}", " ")).toMatchObject({ causes: ["secret_empty"] });
  });
});

/** As `json.dumps` writes it: spaces after separators, everything in ASCII. */
const python = (body: string): string =>
  (body.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [])
    .map((token) => (token === "," || token === ":" ? `${token} ` : token))
    .join("")
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
