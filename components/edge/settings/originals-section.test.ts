import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import english from "#messages/en/core/originals.json" with { type: "json" };
import spanish from "#messages/es-MX/core/originals.json" with { type: "json" };
import { OriginalsSection, originalsOptions } from "./originals-section.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const TEMPLATE = "https://docs.example.mx/{tag}/{item_id}";

it.each([
  ["en", english],
  ["es-MX", spanish],
] as const)("shows in %s the resulting address of an item, and the available fields", (locale, originals) => {
  const html = (template: string | null) => {
    const client = new QueryClient();
    client.setQueryData(originalsOptions.queryKey, { template });
    const section = createElement(OriginalsSection);
    const words = { locale, messages: { originals }, timeZone: "UTC", children: section };
    return renderToStaticMarkup(
      createElement(QueryClientProvider, { client }, createElement(NextIntlClientProvider, words)),
    );
  };
  expect(html(TEMPLATE)).toContain("https://docs.example.mx/EXP-2041/7");
  expect(html(TEMPLATE)).toContain(originals.inUse);
  expect(html(null)).toContain("{tag}, {verification_id}, {item_id}");
  expect(html(null)).not.toContain(originals.inUse);
});
