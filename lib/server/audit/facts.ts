import type { KeyReplacement } from "#lib/contract/keys/keys.ts";
import type { Replacement } from "#lib/contract/webhooks/webhooks.ts";
import type { Told } from "./command.ts";

type Webhook = {
  url: string | null;
  events?: readonly string[];
  description?: string | null;
  enabled?: boolean | null;
};

/** What the trail keeps of a webhook: of its address no userinfo, query or fragment, which may be secret. */
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

/** How far the replacement of a webhook's secret is. */
export const replacementTold = ({ new_id, state, url }: Replacement): Told => ({
  ids: new_id === null ? {} : { new_webhook_id: new_id },
  after: { state, ...webhookFacts({ url }) },
});

/** How far the replacement of a key is. */
export const keyReplacementTold = ({
  id,
  old_key_id,
  old_name,
  new_key_id,
  new_name,
  ...rest
}: KeyReplacement): Told => ({
  ids: { replacement_id: id, api_key_id: old_key_id, ...(new_key_id === null ? {} : { new_api_key_id: new_key_id }) },
  before: { name: old_name },
  after: { name: new_name, state: rest.state, ...(rest.problem === null ? {} : { problem: rest.problem }) },
});
