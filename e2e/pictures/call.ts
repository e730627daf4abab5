import { expect, type Posing } from "./picture.ts";

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
