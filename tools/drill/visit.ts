import { readFileSync } from "node:fs";
import { request } from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { signIn } from "#tools/test/sign-in.ts";
import { CLIENT_ADDRESS } from "./confined.ts";

/*
 * Visits a Cotejo behind a proxy with TLS, `visit.ts DASHBOARD RECEIVER USERS`, and prints a line for each
 * deviation. It is a process of its own, since it runs in the network namespace of the installation.
 */

const [dashboard = "", receiver = "", usersFile = ""] = process.argv.slice(2);
const PAGES = ["/verifications", "/people", "/webhooks", "/audit", "/api/verifications", "/api/status"];
const VISITORS = 4;
const VISIT_MS = 10_000;
const STREAM_MS = 10_000;
const report = (line: string) => void process.stdout.write(`${line}\n`);

const users: { email: string; password: string; role: string }[] = JSON.parse(readFileSync(usersFile, "utf8")).users;
const admin = users.find(({ role }) => role === "admin");
if (!admin) throw new Error(`no admin in ${usersFile}`);
const credentials = { email: admin.email, password: admin.password };
const cookie = await signIn(dashboard, credentials);

/** Checks that the dashboard knows a client behind the proxy by the client's own address. */
async function checkAddress(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const headers = { origin: dashboard, "content-type": "application/json" };
    const asked = request(`${dashboard}/api/session`, { method: "POST", localAddress: CLIENT_ADDRESS, headers });
    asked.on("response", (answer) => answer.resume().on("end", resolve));
    asked.on("error", reject);
    asked.end(JSON.stringify(credentials));
  });
  const audit = await (await fetch(`${dashboard}/api/audit`, { headers: { cookie } })).text();
  if (!audit.includes(`"${CLIENT_ADDRESS}"`)) report(`the audit trail has no entry with the address ${CLIENT_ADDRESS}`);
}

/** Checks the first event of a stream: a proxy that buffers would hold it back until the stream ends. */
async function checkStream(): Promise<void> {
  const stop = AbortSignal.timeout(STREAM_MS);
  const answer = await fetch(`${dashboard}/api/live`, { headers: { cookie }, signal: stop });
  const first = await answer.body
    ?.getReader()
    .read()
    .catch(() => undefined);
  if (!first?.value) report(`/api/live answered ${answer.status} and sent nothing for ${STREAM_MS / 1_000} s`);
}

/** Checks that bodies of up to 2 MB reach the receiver, which refuses more than 1 MiB itself and records the refusal. */
async function checkBody(): Promise<void> {
  const answer = await fetch(`${receiver}/hooks/nobody`, { method: "POST", body: "x".repeat(1_500_000) });
  const text = await answer.text();
  if (/nginx|caddy/i.test(text)) report(`a body of 1.5 MB is refused by the proxy: ${answer.status}`);
}

/** Checks that deliveries of the embedded service come through the proxy too. */
async function checkDeliveries(): Promise<void> {
  const answer = await fetch(`${dashboard}/api/deliveries`, { headers: { cookie } });
  const text = await answer.text();
  if (!text.includes('"verification.v2.')) report(`no delivery came through the proxy: ${answer.status}`);
}

async function visit(until: number): Promise<void> {
  let pages = 0;
  while (performance.now() < until) {
    const page = PAGES[pages % PAGES.length] ?? "/";
    const answer = await fetch(`${dashboard}${page}`, { headers: { cookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) report(`${page} answered ${answer.status}`);
    pages += 1;
    await delay(20);
  }
}

await checkAddress();
await checkStream();
await checkBody();
await checkDeliveries();
const until = performance.now() + VISIT_MS;
await Promise.all(Array.from({ length: VISITORS }, () => visit(until)));
