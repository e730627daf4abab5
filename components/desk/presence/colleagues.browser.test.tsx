import { afterEach, expect, it } from "vitest";
import { setPresence } from "#lib/core/browser/presence.ts";
import { mountPage } from "#tools/test/mounted-page.tsx";
import { ColleaguesMark } from "./colleagues.tsx";

afterEach(() => setPresence([]));

it("a colleague who decides has a mark of another shape than one who reads", async () => {
  mountPage(<ColleaguesMark verificationId="ver_1" />);
  const shape = () => document.querySelector("svg")?.innerHTML;
  expect(shape()).toBeUndefined();
  const reader = { user_id: "1", name: "Ana Ruiz", deciding: false };
  setPresence([{ verification_id: "ver_1", colleagues: [reader] }]);
  await expect.poll(shape).toBeDefined();
  const reads = shape();
  setPresence([
    { verification_id: "ver_1", colleagues: [reader, { user_id: "2", name: "Raúl Soto", deciding: true }] },
  ]);
  await expect.poll(shape).not.toBe(reads);
});
