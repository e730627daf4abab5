import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { streamedBody } from "#lib/platform/server/base/streamed-body.ts";
import { MAX_HELD_BYTES, type WholePdf, watched } from "./whole.ts";

async function* pieces(...texts: string[]) {
  for (const text of texts) {
    if (text === "broken") throw new Error("broken");
    yield Buffer.from(text);
  }
}

/** An answer, and what was counted as whole. */
function answer(texts: string[], holds = 100) {
  const whole: WholePdf[] = [];
  const body = watched(pieces(...texts), {
    holds,
    onWhole: async (pdf) => {
      whole.push(pdf);
    },
  });
  return { whole, response: new Response(streamedBody(body, () => undefined)) };
}

it("counts a file whose last piece was taken, with its digest, size and bytes", async () => {
  const { whole, response } = answer(["%PDF-", "1.7 ", "end"]);
  expect(await response.text()).toBe("%PDF-1.7 end");
  const sha256 = createHash("sha256").update("%PDF-1.7 end").digest();
  expect(whole).toEqual([{ sha256, bytes: 12, content: Buffer.from("%PDF-1.7 end") }]);
});

it("holds bytes only if they are wanted, and not above the limit", async () => {
  for (const holds of [0, 11]) {
    const { whole, response } = answer(["%PDF-", "1.7 ", "end"], holds);
    await response.text();
    expect(whole).toMatchObject([{ bytes: 12, content: null }]);
  }
});

it("holds no bytes above the limit of the process, until an answer has ended", async () => {
  const half = Buffer.alloc(MAX_HELD_BYTES / 2);
  async function* halves() {
    yield half;
  }
  const kept: boolean[] = [];
  const begin = async () => {
    const body = watched(halves(), {
      holds: MAX_HELD_BYTES,
      onWhole: async ({ content }) => void kept.push(content !== null),
    });
    await body.next();
    return body;
  };
  const bodies = [await begin(), await begin(), await begin()];
  for (const body of bodies) await body.next();
  expect(kept).toEqual([true, true, false]);
  await (await begin()).next();
  expect(kept).toEqual([true, true, false, true]);
  const left = [await begin(), await begin()];
  for (const body of left) await body.return();
  await (await begin()).next();
  expect(kept.at(-1)).toBe(true);
});

it("counts no file whose reader left, before any piece or before the end", async () => {
  const unread = answer(["%PDF-", "end"]);
  await unread.response.body?.cancel();
  const begun = answer(["%PDF-", "end"]);
  const reader = begun.response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect([unread.whole, begun.whole]).toEqual([[], []]);
});

it("counts no file that broke off", async () => {
  const { whole, response } = answer(["%PDF-", "broken"]);
  await expect(response.text()).rejects.toThrow("broken");
  expect(whole).toEqual([]);
});
