import { UserCog, UserPlus } from "lucide-react";
import type { PagesOfModule } from "#components/kit/module-pages.ts";

export const access: PagesOfModule = {
  pages: [
    { href: "/users", key: "users", group: "administration", icon: UserCog, permission: "users.manage", letter: "u" },
  ],
  settings: [
    { href: "/settings/tokens", of: "tokens", group: "outside", permission: "tokens.read" },
    { href: "/settings/sign-in", of: "settings.signIn", group: "access", permission: "users.manage" },
  ],
  actions: [{ key: "inviteUser", href: "/users", icon: UserPlus, permission: "users.manage" }],
};
