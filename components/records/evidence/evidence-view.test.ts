import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { evidenceOptions } from "#lib/records/browser/evidence.ts";
import type { EvidenceState } from "#lib/records/contract/evidence/state.ts";
import * as english from "#messages/en/index.ts";
import * as spanish from "#messages/es-MX/index.ts";
import { EvidenceView } from "./evidence-view.tsx";

const NOW = new Date("2026-11-26T18:00:00Z");

const STATE: EvidenceState = {
  head: {
    ...{ size: 1_204, root: "0a1b2c3d".repeat(8), at: "2026-11-26T17:59:58.123456Z" },
    ...{ signature: "A".repeat(88), public_key: "-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----\n" },
  },
  unsealed: { count: 3, since: "2026-11-26T17:59:59.000000Z" },
  heads: [],
  channels: 0,
  erasure_log: "off",
  begun_at: null,
  time_zone: "America/Mexico_City",
  origin: "https://cotejo.example.mx",
};

const LANGUAGES = [
  ["en", english],
  ["es-MX", spanish],
] as const;

function htmlOf(locale: "en" | "es-MX", messages: typeof english, state: EvidenceState): string {
  const client = new QueryClient();
  client.setQueryData(evidenceOptions().queryKey, state);
  const { evidence, timestamps, shell, channels, decision } = messages;
  const onError = (error: Error) => expect.unreachable(error.message);
  const words = {
    ...{ locale, onError, now: NOW, timeZone: "UTC", messages: { evidence, timestamps, shell, channels, decision } },
    children: createElement(EvidenceView),
  };
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(NextIntlClientProvider, words)),
  ).replaceAll("&quot;", '"');
}

it.each(LANGUAGES)("shows in %s the head, what is not sealed, and that no head leaves", (locale, messages) => {
  const { heads, unsealed, printed } = messages.evidence;
  const html = htmlOf(locale, messages as typeof english, STATE);
  for (const text of [STATE.head?.root ?? "", "1,204", heads.none, heads.erasureLog.off]) expect(html).toContain(text);
  expect(html).not.toContain(unsealed.late);
  expect(html).toContain(printed.folio.replace("{number}", "001204-0a1b2c3d"));
  // The printed time is in the zone of the policy, and the root is grouped.
  expect(html).toContain("11:59");
  expect(html).toContain("0a1b2c3d 0a1b2c3d");
});

it.each(LANGUAGES)("says in %s which channels sent a head, and of which log it is", (locale, messages) => {
  const left = { head_id: 1, left_at: "2026-11-25T18:00:00.000000Z", size: 900, root: "f".repeat(64) };
  const sendings = [{ channel_id: "ch_1", name: "Guardia", state: "failed" as const }];
  const html = htmlOf(locale, messages as typeof english, {
    ...STATE,
    ...{ channels: 2, erasure_log: "kept", begun_at: "2026-11-26T10:00:00.000000Z" },
    heads: [
      { ...left, is_former: true, sendings },
      { ...left, head_id: 2, is_former: false, sendings: [] },
    ],
  });
  const { heads } = messages.evidence;
  expect(html).toContain(`Guardia: ${messages.channels.sendings.state.failed}`);
  for (const text of [heads.former, heads.noChannel, heads.erasureLog.kept]) expect(html).toContain(text);
});

it.each(LANGUAGES)(
  "says in %s that nothing is sealed yet, and what a worker that stands still means",
  (locale, messages) => {
    const { none, unsealed } = messages.evidence;
    const empty = htmlOf(locale, messages as typeof english, { ...STATE, head: null });
    expect(empty).toContain(none.title);
    const since = "2026-11-26T17:00:00.000000Z";
    const late = htmlOf(locale, messages as typeof english, {
      ...STATE,
      unsealed: { count: { at_least: 10_000 }, since },
    });
    expect(late).toContain(unsealed.late);
    expect(late).toContain("10,000+");
  },
);
