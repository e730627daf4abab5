import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signUp } from "./sandbox-account.ts";

let folder: string;
let server: Server;
let url: string;
let account: { account_id: string; api_key: string } | null;
let created: number;

/** A sandbox that returns a key once, as the real one does. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-account-"));
  account = null;
  created = 0;
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (account && !JSON.parse(body).replace) return response.end(JSON.stringify({ account_id: account.account_id }));
    created += 1;
    account = { account_id: account?.account_id ?? "acc_1", api_key: `svc_sk_${created}` };
    response.writeHead(201).end(JSON.stringify(account));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "sandbox-account.json");

test("creates a key once and keeps it where only its owner can read it", async () => {
  expect(await signUp(url, folder)).toBe("svc_sk_1");
  expect(await signUp(url, folder)).toBe("svc_sk_1");
  expect(created).toBe(1);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual(account);
});

test("a lost key is replaced", async () => {
  await signUp(url, folder);
  rmSync(file());
  expect(await signUp(url, folder)).toBe("svc_sk_2");
  expect(await signUp(url, folder)).toBe("svc_sk_2");
});

test("another account's key is not used", async () => {
  await signUp(url, folder);
  account = { account_id: "acc_2", api_key: "svc_sk_unknown" };
  expect(await signUp(url, folder)).toBe("svc_sk_2");
});
