import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import english from "#messages/en/access/scim.json" with { type: "json" };
import spanish from "#messages/es-MX/access/scim.json" with { type: "json" };
import { ScimSection, scimTokensOptions } from "./scim-section.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/settings/sign-in" }));

const ADDRESS = "https://cotejo.example.mx/scim/v2";
const MADE = { created_by: { name: "Ana", email: "ana@example.mx" }, created_at: "2026-11-01T00:00:00.000000Z" };

it.each([
  ["en", english],
  ["es-MX", spanish],
] as const)("shows in %s the address of the directory, and each token with its last use", (locale, scim) => {
  const client = new QueryClient();
  client.setQueryData(scimTokensOptions().queryKey, {
    items: [
      { ...MADE, token_id: "1", name: "Entra ID", last_used_at: null },
      { ...MADE, token_id: "2", name: "Okta", last_used_at: "2026-11-02T00:00:00.000000Z" },
    ],
  });
  const section = createElement(ScimSection, { address: ADDRESS });
  const words = { locale, messages: { scim }, timeZone: "UTC", now: new Date("2026-11-03"), children: section };
  const html = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(NextIntlClientProvider, words)),
  );
  expect(html).toContain(ADDRESS);
  expect(html.match(/<li/g)).toHaveLength(2);
  expect(html).toContain(scim.entry.unused);
  expect(html).toContain(scim.entry.revokeNamed.replace("{name}", "Okta"));
});
