import { type APIRequestContext, expect } from "@playwright/test";
import type { Role } from "#lib/platform/manifest.ts";
import { newTag } from "./sandbox.ts";

export const PASSWORD = "una frase bastante larga";

type User = { id: string; name: string; email: string; password: string };

/** A user of one test who has joined by invitation: no other test changes the user or ends the sessions. */
export async function newUser(admin: APIRequestContext, name: string, role: Role = "support"): Promise<User> {
  const email = `${newTag().toLowerCase()}@example.mx`;
  const answer = await admin.post("/api/users", { data: { email, name, role } });
  expect(answer.status()).toBe(201);
  const { id, invite_url } = await answer.json();
  const data = { token: new URL(invite_url).hash.slice(1), password: PASSWORD };
  expect((await admin.post("/api/invitations", { data })).ok()).toBe(true);
  return { id, name, email, password: PASSWORD };
}
