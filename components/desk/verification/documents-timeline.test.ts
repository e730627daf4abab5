import { createElement } from "react";
import { expect, it } from "vitest";
import { LOCALES, type Locale, shown } from "#tools/test/shown.tsx";
import { DocumentsTable } from "./documents-timeline.tsx";
import { timelineStays } from "./timeline-stays.ts";

const at = (minute: number) => `2026-11-21T10:${minute}:00.000Z`;

const tableOf = (source: "event" | "api", locale: Locale): string =>
  shown(
    createElement(DocumentsTable, {
      stays: timelineStays(
        [
          { from: null, to: "pending_upload", at: at(10), at_text: null, source: "event", gap: false },
          { from: "pending_upload", to: "full_upload", at: at(20), at_text: null, source, gap: true },
        ],
        Date.parse(at(50)),
      ),
    }),
    locale,
  ).text;

it.each(Object.keys(LOCALES) as Locale[])("words for a missing event depend on the next source (%s)", (locale) => {
  const { gap, gapFound } = LOCALES[locale].timeline;
  expect(tableOf("event", locale)).toContain(gap);
  expect(tableOf("event", locale)).not.toContain(gapFound);
  expect(tableOf("api", locale)).toContain(gapFound);
  expect(tableOf("api", locale)).not.toContain(gap);
});
