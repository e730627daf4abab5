import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import parts from "#messages/en/desk/overview-parts.json" with { type: "json" };
import { DeliveriesByHour } from "./deliveries-by-hour.tsx";

const START = Date.parse("2026-11-20T12:00:00Z");

/** The markup for these counts, one per hour. */
function drawn(counts: readonly ListCount[], total: ListCount): string {
  const hours = counts.map((count, hour) => ({ from: new Date(START + hour * 3_600_000).toISOString(), count }));
  const children = createElement(DeliveriesByHour, { hours, total });
  const words = {
    locale: "en" as const,
    messages: { "overview-parts": parts },
    timeZone: "UTC",
    now: new Date(START),
    children,
  };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, words)).replaceAll("\u202f", " ");
}

const sentence = (html: string): string => /role="img" aria-label="([^"]*)"/.exec(html)?.[1] ?? "";
const heights = (html: string): number[] =>
  [...html.matchAll(/<rect[^>]* height="([^"]*)"/g)].map(([, at]) => Number(at));

it("says in words what the bars show, and links to the deliveries since the first hour", () => {
  const html = drawn([2, 0, 40, 0, 20], 62);
  expect(sentence(html)).toBe(
    "Deliveries per hour since Fri 12:00 PM. Most: 40, in the hour from Fri 2:00 PM. Hours without deliveries: 2 of 5.",
  );
  expect(heights(html)).toEqual([2, 0, 40, 0, 20]);
  expect(html).toContain("62 deliveries since Fri 12:00 PM</a>");
  expect(html).toContain(`href="/deliveries?from=${encodeURIComponent("2026-11-20T12:00:00.000Z")}"`);
});

it("shows a single delivery beside thousands, and marks counts beyond the limit", () => {
  const html = drawn([1, { at_least: 10_000 }], { at_least: 10_001 });
  expect(sentence(html)).toContain("Most: 10,000+, in the hour from Fri 1:00 PM.");
  expect(heights(html)).toEqual([2, 40]);
  expect(html).toContain("10,001+ deliveries since");
});

it("says that nothing was delivered", () => {
  const html = drawn([0, 0], 0);
  expect(sentence(html)).toBe("Deliveries per hour since Fri 12:00 PM: none.");
  expect(html).toContain("0 deliveries since");
});
