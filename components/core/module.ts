import { FileSearch, FolderSearch, Inbox, KeyRound, Tag, Users, Webhook } from "lucide-react";
import type { PagesOfModule } from "#components/kit/module-pages.ts";

export const core: PagesOfModule = {
  pages: [
    {
      href: "/verifications",
      key: "verifications",
      group: "work",
      icon: FileSearch,
      permission: "verifications.read",
      letter: "v",
    },
    { href: "/people", key: "people", group: "work", icon: Users, permission: "people.read", letter: "p" },
    {
      href: "/webhooks",
      key: "webhooks",
      group: "connection",
      icon: Webhook,
      permission: "webhooks.manage",
      letter: "w",
    },
    {
      href: "/deliveries",
      key: "deliveries",
      group: "connection",
      icon: Inbox,
      permission: "deliveries.manage",
      letter: "l",
    },
    { href: "/keys", key: "keys", group: "connection", icon: KeyRound, permission: "keys.manage", letter: "k" },
  ],
  actions: [
    { key: "createKey", href: "/keys", icon: KeyRound, permission: "keys.manage" },
    { key: "createWebhook", href: "/new-webhook", icon: Webhook, permission: "webhooks.manage" },
    { key: "chooseTitles", href: "/settings#file-titles", icon: Tag, permission: "settings.manage" },
    { key: "setOriginals", href: "/settings#originals", icon: FolderSearch, permission: "settings.manage" },
  ],
};
