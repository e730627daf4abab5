import { type APIRequestContext, expect } from "@playwright/test";
import type { RoleName } from "./installation.ts";
import { newTag } from "./sandbox.ts";

export const PASSWORD = "una frase bastante larga";

type User = { id: string; name: string; email: string; password: string };

/** A user of one test: no other one changes them or ends their sessions. */
export async function newUser(admin: APIRequestContext, name: string, role: RoleName = "support"): Promise<User> {
  const email = `${newTag().toLowerCase()}@example.mx`;
  const answer = await admin.post("/api/users", { data: { email, name, role, password: PASSWORD } });
  expect(answer.status()).toBe(201);
  const { id } = await answer.json();
  return { id, name, email, password: PASSWORD };
}
