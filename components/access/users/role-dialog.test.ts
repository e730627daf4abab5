import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import users from "#messages/en/access/users.json" with { type: "json" };
import shell from "#messages/en/kit/shell.json" with { type: "json" };
import { RoleChoice } from "./role-dialog.tsx";

function rolesOf(offered?: readonly Role[]): (string | undefined)[] {
  const translated = {
    locale: "en" as const,
    messages: { shell, users },
    timeZone: "UTC",
    children: createElement(RoleChoice, { chosen: "support", ...(offered && { offered }) }),
  };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, translated));
  return [...html.matchAll(/<input[^>]*value="([^"]*)"/g)].map(([, role]) => role);
}

it("offers all roles, or only the roles that need no consent", () => {
  expect(rolesOf().toSorted()).toEqual(ROLES.toSorted());
  expect(rolesOf(["support"])).toEqual(["support"]);
});
