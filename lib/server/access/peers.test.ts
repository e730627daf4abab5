import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clientAddress, PEER_HEADER } from "./client-address.ts";
import { tellPeers } from "./peers.ts";

const server = createServer((request, response) => {
  const headers = new Headers(request.headers as Record<string, string>);
  response.end(`${headers.get(PEER_HEADER)} ${clientAddress(headers, 0)}`);
});

beforeEach(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => server.close());

it("names whoever is connected, whatever the request claims", async () => {
  tellPeers();
  tellPeers();
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    headers: { [PEER_HEADER]: "198.51.100.1", "x-forwarded-for": "198.51.100.2", connection: "close" },
  });
  expect(await answer.text()).toBe("127.0.0.1 127.0.0.1");
});
