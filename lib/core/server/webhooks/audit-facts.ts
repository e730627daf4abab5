import type { ListedWebhook } from "#lib/core/contract/webhooks/webhooks.ts";

type Webhook = Pick<ListedWebhook, "url" | "events" | "description" | "enabled">;

/** The fields of a webhook that the trail keeps: the address without userinfo, query and fragment, which may be secret. */
export const webhookFacts = ({ url, ...rest }: Partial<Webhook>): object => ({
  ...(url === undefined ? {} : { url: url === null ? null : plainAddress(url) }),
  ...Object.fromEntries(
    (["events", "description", "enabled"] as const).flatMap((name) =>
      name in rest ? [[name, rest[name] ?? null]] : [],
    ),
  ),
});

function plainAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}
