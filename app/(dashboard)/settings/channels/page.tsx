import { type AllMessages, pick, viewPage } from "#components/kit/route-messages.tsx";
import { ChannelsView } from "#components/outbound/channels/channels-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

const words = (all: AllMessages) => ({
  ...pick(all, "channels", "secrets"),
  notifications: pick(all.notifications, "name"),
});

export const generateMetadata = titled("channels.title");

export default viewPage(() => requirePermission("channels.read"), words, ChannelsView);
