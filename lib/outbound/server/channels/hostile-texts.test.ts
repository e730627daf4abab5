import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventsOf } from "#lib/outbound/contract/channels/channel-kinds.ts";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import { examples } from "#tools/test/effort.ts";
import { chatText, renderChat } from "./chat.ts";
import { linkTo } from "./link.ts";
import { MESSAGE_KINDS, messageOf, payloadOf } from "./messages.ts";
import { renderMail } from "./render-mail.ts";
import { webhookBody } from "./webhook.ts";

const ORIGIN = "https://cotejo.example.mx";

const hostile = fc.oneof(
  fc.constantFrom(
    "\r\nBcc: everybody@example.mx\r\n\r\nHello",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "a|b",
    "<!channel> <!here> <!everyone> <@U012AB3CD>",
    "@channel @here @all @everyone",
    "<https://evil.example|Open in Cotejo>",
    "[Open in Cotejo](https://evil.example)",
    "https://evil.example/ www.evil.example evil.example",
    "*bold* _italic_ ~struck~ `code` ```block``` # heading",
    "\u202egnp.exe\u2066 \u200f",
    "![x](https://evil.example/pixel.png)",
    ":smile: $x^2$ \\*x\\*",
    "{x} {has_host, select, true {a} other {b}} '{y}' <b>c</b> #",
  ),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."<>&*_`~|[]()!@#:.\\\"'\r\n\u2028\u202e\u0000/ -+1a"), maxLength: 40 }),
);

/** The example of a kind with hostile texts in place of its own, where its schema takes them. */
const payloadsOf = (kind: string) => {
  const { example, payload } = MESSAGE_KINDS[kind] ?? expect.unreachable(kind);
  return fc.dictionary(fc.constantFrom(...textsIn(example)), hostile, { minKeys: 1 }).map((texts) =>
    Object.entries(texts).reduce<unknown>((changed, [path, text]) => {
      const next = replaceTexts(changed, { [path]: text });
      return payload.safeParse(next).success ? next : changed;
    }, example),
  );
};

/** The paths of all texts of a value. */
const textsIn = (value: unknown, path = ""): string[] => {
  if (typeof value === "string") return [path];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, entry]) => textsIn(entry, `${path}/${key}`));
};

const replaceTexts = (value: unknown, texts: Record<string, string>, path = ""): unknown => {
  if (typeof value === "string") return texts[path] ?? value;
  if (Array.isArray(value)) return value.map((entry, index) => replaceTexts(entry, texts, `${path}/${index}`));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, replaceTexts(entry, texts, `${path}/${key}`)]),
  );
};

const CONTROLS = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u;

function expectHarmlessMail({ subject, text, html }: ReturnType<typeof renderMail>): void {
  expect(subject).not.toMatch(CONTROLS);
  expect(text.replaceAll("\n", "")).not.toMatch(CONTROLS);
  const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/ .*/s, "").replace(/[</>]/g, ""));
  for (const tag of tags) expect(["!doctype", "html", "head", "meta", "title", "body", "h1", "p", "a"]).toContain(tag);
  const attributes = [...html.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
  for (const [name, value] of attributes) {
    if (name === "href") expect(value?.startsWith(`${ORIGIN}/`)).toBe(true);
    else expect(["lang", "charset", "style"]).toContain(name);
  }
}

/** Our own link is the only markup. */
function expectHarmlessChat(text: string): void {
  const lines = text.split("\n");
  const links = lines.filter((line) => line.startsWith("<"));
  expect(links.length).toBeLessThanOrEqual(1);
  for (const link of links) expect(link).toMatch(/^<https:\/\/cotejo\.example\.mx\/[^<>|\s]*>$/);
  for (const line of lines.filter((each) => !each.startsWith("<"))) {
    expect(line).not.toMatch(/[<>*`~|[\]\\$]/);
    expect(line.replaceAll(/&(amp|lt|gt);/g, "")).not.toContain("&");
    expect(line).not.toMatch(/@\w|#\w|:\/\/|www\.\w|\w\.\w|:\w+:/);
    expect(line).not.toMatch(/(^|[^A-Za-z0-9])_|_([^A-Za-z0-9]|$)/);
    expect(line).not.toMatch(CONTROLS);
  }
}

const hasWords = (kind: string): boolean => MESSAGE_KINDS[kind]?.message !== undefined;

it("every kind of mail and chat messages has words", () => {
  for (const event of [...eventsOf("mail"), ...eventsOf("chat")]) expect(hasWords(event), event).toBe(true);
});

describe.each(Object.keys(MESSAGE_KINDS).filter(hasWords))("the words of %s", (kind) => {
  it("cannot break out of a mail or chat", () => {
    fc.assert(
      fc.property(payloadsOf(kind), fc.constantFrom(...LOCALES), (payload, locale) => {
        const message = messageOf(kind, payload, locale);
        expectHarmlessMail(renderMail(message, locale, ORIGIN));
        expectHarmlessChat(renderChat(message, ORIGIN).text);
      }),
      { numRuns: examples(200) },
    );
  });

  it("are there in both languages, with a page of ours", () => {
    const { example } = MESSAGE_KINDS[kind] ?? expect.unreachable(kind);
    const [english, spanish] = LOCALES.map((locale) => messageOf(kind, example, locale));
    expect(english?.title).not.toBe(spanish?.title);
    for (const message of [english, spanish]) {
      expect(message?.title).not.toBe("");
      expect(message?.path === null || linkTo(message?.path ?? "", ORIGIN) !== null).toBe(true);
    }
  });
});

describe.each(Object.keys(MESSAGE_KINDS))("%s", (kind) => {
  it("cannot break out of JSON", () => {
    fc.assert(
      fc.property(payloadsOf(kind), (payload) => {
        const event = { target: "channel:ch_1", kind, source: "1", payload, created_at: "2026-11-26T12:00:00.000000Z" };
        expect(JSON.parse(webhookBody(event).toString())).toMatchObject({ kind, data: payloadOf(kind, payload) });
      }),
      { numRuns: examples(200) },
    );
  });

  it("sends no field that its schema does not name, and the schema names none of a person", () => {
    const { example } = MESSAGE_KINDS[kind] ?? expect.unreachable(kind);
    for (const field of [
      "name",
      "names",
      "curp",
      "rfc",
      "email",
      "title",
      "message",
      "text",
      "comment",
      "birth_date",
    ]) {
      expect(JSON.stringify(example)).not.toContain(`"${field}":`);
      expect(() => payloadOf(kind, { ...example, [field]: "Ana López" })).toThrow();
    }
  });
});

it("any text is harmless in every renderer", () => {
  fc.assert(
    fc.property(hostile, fc.array(hostile, { maxLength: 3 }), hostile, (title, lines, path) => {
      const message = { title, lines, path: `/${path}` };
      expectHarmlessMail(renderMail(message, "en", ORIGIN));
      expectHarmlessChat(renderChat(message, ORIGIN).text);
    }),
    { numRuns: examples(500) },
  );
});

it("a link leads to a page of ours or nowhere", () => {
  expect(linkTo("/verifications/ver_1?a=1", ORIGIN)).toBe(`${ORIGIN}/verifications/ver_1?a=1`);
  expect(linkTo("/a|b>c*", ORIGIN)).toBe(`${ORIGIN}/a%7Cb%3Ec%2A`);
  for (const path of ["//evil.example/", "/\\evil.example", "https://evil.example", "javascript:alert(1)", ""])
    expect(linkTo(path, ORIGIN)).toBe(null);
});

it("an id stays as it is in a chat", () => {
  expect(chatText("ver_abc_1: 3 files")).toBe("ver_abc_1: 3 files");
});
