import { globSync } from "node:fs";
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { CurrentUserProvider } from "#components/kit/current-user.tsx";
import type { Role } from "#lib/platform/manifest.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import { SettingsNav } from "./settings-nav.tsx";

let path = "/settings";
vi.mock("next/navigation", () => ({ usePathname: () => path, useRouter: () => ({}) }));

const { settings, tokens, "custody-settings": custody } = MESSAGES.en;

function htmlOf(at: string, role: Role = "admin"): string {
  path = at;
  const nav = createElement(SettingsNav);
  const user = { id: "1", email: "ana@example.mx", name: "Ana", role, children: nav };
  const children = createElement(CurrentUserProvider, user);
  return renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale: "en", timeZone: "UTC", messages: MESSAGES.en, children }),
  );
}

const groupsIn = (html: string) => [...html.matchAll(/<optgroup[^>]*label="([^"]*)"/g)].map(([, name]) => name);

it.each([
  ["/settings", settings.title],
  ["/settings/custody", custody.title],
  ["/settings/tokens/reference", tokens.title],
])("marks at %s the page %s, and no other, in the list and in the field", (at, name) => {
  const html = htmlOf(at);
  expect([...html.matchAll(/aria-current="page"[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([name]);
  expect([...html.matchAll(/<option[^>]*selected=""[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([name]);
});

it("has every page on disk, in five groups, by its heading", () => {
  const html = htmlOf("/settings");
  const onDisk = globSync("app/(dashboard)/settings/{page.tsx,*/page.tsx}").map((file) =>
    file.replace("app/(dashboard)", "").replace("/page.tsx", ""),
  );
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href).toSorted()).toEqual(onDisk.toSorted());
  expect(groupsIn(html)).toEqual(Object.values(settings.groups));
});

it("has the pages that a role may see, without an empty group", () => {
  expect(groupsIn(htmlOf("/settings", "auditor"))).not.toContain(settings.groups.access);
  expect(groupsIn(htmlOf("/settings", "support"))).toEqual([]);
});
