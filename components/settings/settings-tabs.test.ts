import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { CurrentUserProvider } from "#components/page/current-user.tsx";
import type { Role } from "#lib/contract/access/user.ts";
import settings from "#messages/en/settings.json" with { type: "json" };
import { SettingsTabs } from "./settings-tabs.tsx";

let path = "/settings";
vi.mock("next/navigation", () => ({ usePathname: () => path }));

function htmlOf(at: string, role: Role = "admin"): string {
  path = at;
  const tabs = createElement(SettingsTabs);
  const user = { id: "1", email: "ana@example.mx", name: "Ana", role, children: tabs };
  const children = createElement(CurrentUserProvider, user);
  return renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale: "en", timeZone: "UTC", messages: { settings }, children }),
  );
}

it.each([
  ["/settings", settings.tabs.files],
  ["/settings/custody", settings.tabs.custody],
  ["/settings/tokens/reference", settings.tabs.tokens],
])("marks at %s the tab %s, and no other", (at, name) => {
  const marked = [...htmlOf(at).matchAll(/aria-current="page"[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(marked).toEqual([name]);
});

it("has the pages that a role may see", () => {
  expect(htmlOf("/settings").match(/<li>/g)).toHaveLength(10);
  expect(htmlOf("/settings", "support").match(/<li>/g)).toBeNull();
});
