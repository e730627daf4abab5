import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type OwnService = Awaited<ReturnType<typeof startService>>;

/** An empty service, as an installation with `SVC_BASE_URL` finds it on its first day. */
export async function startService() {
  /** The signing secret of the webhook that the dashboard created here; the sandbox never reveals its own. */
  const secret = `whsec_${randomUUID()}`;
  const webhooks: { id: string; url: string; events: string[] }[] = [];
  /** Answers to reads of a verification, by its id. */
  const verifications = new Map<string, unknown>();

  async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const [noun, id, part] = (request.url ?? "").replace(/^\/v2/, "").slice(1).split("/").map(decodeURIComponent);
    if (request.headers["x-api-key"] !== API_KEY) return [401, failure("UNAUTHORIZED")];
    if (noun === "webhooks" && request.method === "GET") return [200, { data: webhooks }];
    if (noun === "webhooks" && request.method === "POST") {
      const { url, events } = JSON.parse(await textOf(request));
      const webhook = { id: `wh_${webhooks.length + 1}`, url, events };
      webhooks.push(webhook);
      return [201, { ...webhook, secret }];
    }
    const verification = noun === "verifications" && verifications.get(id ?? "");
    if (verification && part === "people") return [200, { full_list: [] }];
    return verification ? [200, verification] : [404, failure("NOT_FOUND")];
  }

  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    webhooks,
    verifications,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const API_KEY = "svc_sk_live_of_the_browser_tests";

const failure = (code: string) => ({ success: false, message: "no", code, timestamp: new Date().toISOString() });

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
