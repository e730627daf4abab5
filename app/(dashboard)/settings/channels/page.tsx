import { ChannelsView } from "#components/channels/channels-view.tsx";
import { type AllMessages, pick, viewPage } from "#components/page/route-messages.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

const words = (all: AllMessages) => ({
  ...pick(all, "channels", "secrets"),
  notifications: pick(all.notifications, "name"),
});

export const generateMetadata = titled("channels.title");

export default viewPage(() => requirePermission("channels.read"), words, ChannelsView);
