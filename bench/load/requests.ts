import { signatureHeader } from "#test/hooks.ts";
import { eventBodies } from "./events.ts";

export type Target = { port: number; path: string; secret: string };

/**
 * So many HTTP requests as they go over the wire, each with an event and a signature of its own. They are made before
 * the clock runs: the generator shares its two cores with what it measures.
 */
export function signedRequests(target: Target, count: number): Buffer[] {
  return Array.from(eventBodies(count), (body) => signedRequest(target, body));
}

function signedRequest({ port, path, secret }: Target, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
      `Svc-Signature: ${signatureHeader(secret, body)}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
