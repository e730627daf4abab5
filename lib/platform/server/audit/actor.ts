import { storableText } from "#lib/platform/contract/text.ts";
import { clientAddress } from "#lib/platform/server/base/client-address.ts";

/** The user agent of a browser has some 150 characters; a longer text is cut. */
const MAX_USER_AGENT = 300;

/** The acting user, and the origin of the request. */
export type Actor = {
  user: { id: string; email: string } | null;
  /** The service token of a call without a session. */
  token_id?: string;
  /** An IP address. */
  address: string | null;
  user_agent: string | null;
};

export const SYSTEM_ACTOR: Actor = { user: null, address: null, user_agent: null };

/** The caller of this request: the user of a session, a service token, or nobody. */
export function actorOf(
  { headers }: { headers: Headers },
  session: { user: NonNullable<Actor["user"]> } | null,
  token: { id: string } | null = null,
): Actor {
  const agent = headers.get("user-agent");
  return {
    user: session && { id: session.user.id, email: session.user.email },
    ...(token && { token_id: token.id }),
    address: clientAddress(headers),
    user_agent: agent && storableText(agent, MAX_USER_AGENT),
  };
}
