import { expect, type Posing } from "./picture.ts";
import { ADMIN } from "./stage.ts";

/** What the dashboard answers to a call with the session of the picture; undefined where that is nothing. */
export async function call<T>({ page, stage }: Posing, method: string, path: string, data?: object): Promise<T> {
  const answer = await page.request.fetch(`${stage.origin}${path}`, {
    method,
    headers: { origin: stage.origin },
    ...(data ? { data } : {}),
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
  return answer.status() === 204 ? (undefined as T) : answer.json();
}

type Credentials = { email: string; password: string };

/** A session of this picture's own, just begun: else secrets are not changed, and the stage's would end with it. */
export async function signIn({ page, stage }: Posing, { email, password }: Credentials = ADMIN): Promise<void> {
  await page.context().clearCookies({ name: "__Host-cotejo" });
  const headers = { origin: stage.origin };
  expect((await page.request.post("/api/session", { data: { email, password }, headers })).ok()).toBe(true);
}
