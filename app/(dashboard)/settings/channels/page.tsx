import { ChannelsView } from "#components/channels/channels-view.tsx";
import { viewPage } from "#components/page/route-messages.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("channels.title");

export default viewPage(() => requirePermission("channels.read"), "channels", ChannelsView);
