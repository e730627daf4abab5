import type { Instant } from "#lib/contract/time.ts";
import type { MadeLink } from "./access-link.ts";
import type { Consent } from "./consent.ts";
import type { Role } from "./user.ts";

/** `invited` and `reset` wait for their link to be used; a disabled person is that whatever else they are. */
export type UserState = "active" | "invited" | "reset" | "disabled";

/** `GET /api/users`. */
export type UserList = { items: ListedUser[]; consent: Consent };

/** One of its entries. */
export type ListedUser = {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  state: UserState;
  second_factor: boolean;
  /** Until when the one-time link can be used; null where there is none. */
  link_expires_at: Instant | null;
  /** When they last did something in a session; null for never, or longer ago than sessions are kept. */
  active_at: Instant | null;
  /** Sessions that are open at this moment. */
  sessions: number;
  created_at: Instant;
};

/** `POST /api/users`; the link is told here, and nowhere again. */
export type CreatedUser = Pick<ListedUser, "id" | "email" | "name" | "role" | "disabled"> & {
  invite_url?: string;
  invite_expires_at?: MadeLink["expires_at"];
};

/** An entry of `GET /api/account/sessions` and of `GET /api/users/{id}/sessions`. */
export type ListedSession = {
  id: string;
  started_at: Instant;
  active_at: Instant;
  address: string | null;
  user_agent: string | null;
  /** The session that asks. */
  current: boolean;
};
