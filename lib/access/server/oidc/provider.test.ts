import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** What the provider answers to the request for its description. */
let answer: { status: number; body: (issuer: string) => string };
let server: Server;
let issuer: string;
let asked: number;

const described = (of: string) => JSON.stringify({ issuer: of, authorization_endpoint: `${of}/auth` });

beforeEach(async () => {
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.resetModules();
  asked = 0;
  answer = { status: 200, body: described };
  server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body(issuer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const read = async () => {
  const { readProvider } = await import("./provider.ts");
  return readProvider({
    issuer,
    clientId: "cotejo",
    clientSecret: "a secret",
    scopes: "openid",
    scimClaim: "sub",
    roles: null,
  });
};

it("is fetched once for concurrent sign-ins, and cached", async () => {
  await Promise.all([read(), read(), read()]);
  expect((await read()).serverMetadata().issuer).toBe(issuer);
  expect(asked).toBe(1);
});

it("is fetched again after an hour, and the older description is used while that fails", async () => {
  await read();
  vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ["Date"] });
  answer = { status: 500, body: () => "{}" };
  expect((await read()).serverMetadata().issuer).toBe(issuer);
  await read();
  // The second call sent no request: the provider had just failed.
  expect(asked).toBe(2);
});

it.each<[string, (issuer: string) => string]>([
  ["names another issuer", () => described("https://login.example.com")],
  ["names its issuer in another spelling", (of) => described(`${of}/`)],
  ["is no JSON", () => "<html>"],
  ["is larger than the bound", (of) => JSON.stringify({ ...JSON.parse(described(of)), more: "x".repeat(600 * 1024) })],
])("is unavailable where the description %s", async (_what, body) => {
  answer = { status: 200, body };
  await expect(read()).rejects.toMatchObject({ problem: "unavailable" });
  await expect(read()).rejects.toMatchObject({ problem: "unavailable" });
  expect(asked).toBe(1);
});
