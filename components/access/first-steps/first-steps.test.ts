import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { statusOptions } from "#lib/core/browser/status.ts";
import english from "#messages/en/access/first-steps.json" with { type: "json" };
import { systemStatus } from "#tools/test/system-status.ts";
import { FirstSteps } from "./first-steps.tsx";

const done = { key: true, connect: true, event: false, titles: true, add: false, invite: false };

it.each([
  [false, true],
  [true, false],
  [null, false],
] as const)("the step of the first event, understood: %s, is done, with a problem: %s", (understood, said) => {
  const client = new QueryClient();
  client.setQueryData(statusOptions().queryKey, systemStatus({ last_event_understood: understood }));
  const steps = createElement(FirstSteps, { role: "admin", done });
  const words = { locale: "en" as const, messages: { "first-steps": english }, timeZone: "UTC", children: steps };
  const html = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(NextIntlClientProvider, words)),
  );
  const entry = html.split("<li").find((part) => part.includes(english.event.do)) ?? "";
  expect(entry).toContain(english.done);
  expect(entry.includes(english.event.notUnderstood)).toBe(said);
  expect(entry.includes("/deliveries?outcome=unrecognized")).toBe(said);
});
