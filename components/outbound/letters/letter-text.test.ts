import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { CurrentUserProvider } from "#components/kit/current-user.tsx";
import type { ReviewChoices } from "#lib/desk/contract/review/choices.ts";
import { DEFAULT_TEMPLATES } from "#lib/desk/contract/review/policy.ts";
import shell from "#messages/en/kit/shell.json" with { type: "json" };
import english from "#messages/en/outbound/letter.json" with { type: "json" };
import request from "#messages/en/outbound/request.json" with { type: "json" };
import spanish from "#messages/es-MX/outbound/letter.json" with { type: "json" };
import { LetterText } from "./letter-text.tsx";
import { letterWordsOptions } from "./letter-words.ts";

vi.mock("./letter-actions.tsx", () => ({ LetterActions: () => null }));

type Props = Parameters<typeof LetterText>[0];

/** The HTML of the letter's field for a reader of English. */
function drawn(letter: ReviewChoices["letter"], letters: ReviewChoices["letters"] = []): string {
  const client = new QueryClient();
  client.setQueryData(letterWordsOptions("en").queryKey, english);
  client.setQueryData(letterWordsOptions("es-MX").queryKey, spanish);
  const text = createElement(LetterText, {
    detail: { verification: { title: "ACME", tag: "EXP-1" } } as Props["detail"],
    choices: { templates: DEFAULT_TEMPLATES, letters, letter } as ReviewChoices,
    draft: { text: "", choice: null, code: null, isOwn: false, from: null, failed: false } as Props["draft"],
    day: "2026-11-30",
    mail: { current: null },
    onUsed: () => undefined,
    chosen: [],
    nameOf: () => null,
  });
  const user = { email: "", id: "ana", name: "Ana", role: "compliance" as const, children: text };
  const words = { locale: "en" as const, messages: { request, shell }, timeZone: "UTC" };
  const translated = { ...words, children: createElement(CurrentUserProvider, user) };
  const queried = { client, children: createElement(NextIntlClientProvider, translated) };
  return renderToStaticMarkup(createElement(QueryClientProvider, queried));
}
const fieldOf = (html: string): string => /<textarea[^>]*>[^<]*/.exec(html)?.[0] ?? "";
const FRAME = {
  language: "es" as const,
  addressee: "Representante legal de {title}:",
  signature: "{officer}, Cumplimiento",
};

describe("the letter to a customer", () => {
  it("begins in the language of the customers, with addressee and signature, and has the focus", () => {
    const field = fieldOf(drawn(FRAME));
    expect(field).toMatch(/^<textarea[^>]* autofocus=""/i);
    expect(field).toContain('lang="es-MX"');
    expect(field).toMatch(/>\s*Representante legal de ACME:\s+Buen día:[\s\S]*Ana, Cumplimiento$/);
    expect(fieldOf(drawn({ ...FRAME, language: "en" }))).toMatch(/ACME:\s+Hello,/);
  });

  it("offers the policy's other letters beside the standard one", () => {
    const names = (html: string) => [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, name]) => name);
    expect(names(drawn(FRAME))).toEqual([]);
    const reminder = { name: "Recordatorio", es: "{points}", en: "{points}" };
    expect(names(drawn(FRAME, [reminder]))).toEqual(["Standard letter", "Recordatorio"]);
  });
});
