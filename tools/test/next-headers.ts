/*
 * The browser's cookie jar, in place of `next/headers`, whose `cookies()` works only in requests that Next itself serves:
 *
 *     vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));
 *
 * All code behind it is real.
 */

type Cookie = { name: string; value: string };

export const jar = new Map<string, Cookie>();

export const headers = async () => new Headers();

export const cookies = async () => ({
  get: (name: string) => jar.get(name),
  getAll: () => [...jar.values()],
  set: (name: string, value: string, { maxAge }: { maxAge?: number } = {}) =>
    maxAge === 0 ? jar.delete(name) : jar.set(name, { name, value }),
});
