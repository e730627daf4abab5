import { NextRequest } from "next/server";
import { expect, it, vi } from "vitest";
import * as environment from "#lib/platform/server/base/env.ts";
import { GET } from "./route.ts";

const ask = (contact: string | undefined) => {
  vi.spyOn(environment, "env").mockReturnValue({ ...environment.readEnv({}), SECURITY_CONTACT: contact });
  const request = new NextRequest("http://localhost:3000/.well-known/security.txt");
  return GET(request, { params: Promise.resolve({}) });
};

it("names the contact, until a day within the next year", async () => {
  const answer = await ask("mailto:security@cotejo.example");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const [, contact, expires] = /^Contact: (.+)\nExpires: (.+)\n$/.exec(await answer.text()) ?? [];
  expect(contact).toBe("mailto:security@cotejo.example");
  const days = (Date.parse(expires ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(100);
  expect(days).toBeLessThan(365);
});

it("is absent without a configured contact", async () => {
  const answer = await ask(undefined);
  expect([answer.status, await answer.text()]).toEqual([404, "Not found.\n"]);
});
