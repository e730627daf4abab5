import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { PEER_HEADER } from "./client-address.ts";

// Hot reload evaluates modules again; one subscription is enough.
const shared = globalThis as { cotejoTellsPeers?: true };

/**
 * Lets every request say who is connected, in a header that nobody else can set. Next gives handlers the headers and
 * not the socket, and takes an `X-Forwarded-For` of the client's own for the truth.
 */
export function tellPeers(): void {
  if (shared.cotejoTellsPeers) return;
  shared.cotejoTellsPeers = true;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
  });
}
