import { useTranslations } from "next-intl";
import { isChannelEvent } from "#lib/outbound/contract/channels/channel-events.ts";

/** The name of a kind of message; a kind of another version unchanged. */
export function useMessageName(): (kind: string) => string {
  const t = useTranslations("notifications.name");
  return (kind) => (isChannelEvent(kind) ? t(kind) : kind);
}
