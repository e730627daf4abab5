import type { CreatedUser, ListedUser } from "#lib/contract/access/user.ts";
import { call } from "./call.ts";
import { expect, type Posing } from "./picture.ts";

/** Who works with the administrator of the pictures. */
export const COLLEAGUES = {
  carlos: {
    name: "Carlos Cumplimiento",
    email: "carlos@example.com",
    role: "compliance",
    password: "otra frase bastante larga",
  },
  sofia: { name: "Sofía Soporte", email: "sofia@example.com", role: "support", password: "una más, también larga" },
  marco: { name: "Marco de la Peña", email: "marco@example.com", role: "support", password: "y la última es larga" },
  lucia: { name: "Lucía Barrera Muñoz", email: "lucia@example.com", role: "compliance", password: undefined },
} as const;

/** Makes those whom there are not yet; Marco is disabled, and Lucía has not come yet. Needs a fresh session. */
export async function meetColleagues(posing: Posing): Promise<void> {
  const { items } = await call<{ items: ListedUser[] }>(posing, "GET", "/api/users");
  for (const colleague of Object.values(COLLEAGUES)) {
    if (items.some(({ email }) => email === colleague.email)) continue;
    const { password, ...invited } = colleague;
    const { id, invite_url = "" } = await call<CreatedUser>(posing, "POST", "/api/users", invited);
    const token = new URL(invite_url).hash.slice(1);
    if (password !== undefined) await call(posing, "POST", "/api/invitations", { token, password });
    if (colleague === COLLEAGUES.marco) await call(posing, "PATCH", `/api/users/${id}`, { disabled: true });
  }
}

/** An invitation for Lucía, as it is passed on; the one before stops working. */
export async function invitationOf(posing: Posing): Promise<string> {
  await meetColleagues(posing);
  const { items } = await call<{ items: ListedUser[] }>(posing, "GET", "/api/users");
  const lucia = items.find(({ email }) => email === COLLEAGUES.lucia.email);
  expect(lucia).toBeDefined();
  return (await call<{ url: string }>(posing, "POST", `/api/users/${lucia?.id}/link`, {})).url;
}
