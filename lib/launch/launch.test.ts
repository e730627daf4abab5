import { expect, test } from "vitest";
import { readEnv } from "#lib/platform/server/base/env.ts";
import { banner } from "./launch.ts";
import type { FirstSignIn } from "./people.ts";
import { cotejoEnvironment, receiver } from "./plan.ts";

const facts = (wayIn: FirstSignIn, terminal: boolean) => ({
  env: readEnv({}),
  dataDir: "/data",
  wayIn,
  embeddedDatabase: true,
  sandboxUrl: "http://127.0.0.1:3002",
  connected: true,
  home: "/data",
  terminal,
  seconds: 3,
});
const user = { email: "admin@sandbox.local", name: "Ana", role: "admin" as const, password: "a-password" };

test("a terminal shows the accounts, other output only the path of their file", () => {
  const wayIn: FirstSignIn = { kind: "sandbox", users: [user], file: "/data/sandbox-users.json" };
  expect(banner(facts(wayIn, true))).toContain("admin@sandbox.local  a-password");
  const elsewhere = banner(facts(wayIn, false));
  expect(elsewhere).not.toContain("a-password");
  expect(elsewhere).toContain("/data/sandbox-users.json");
});

test("a terminal shows the setup link, other output only the path of its file", () => {
  const wayIn: FirstSignIn = { kind: "setup", link: "http://localhost:3000/setup#token", file: "/data/setup-link" };
  expect(banner(facts(wayIn, true))).toContain("#token");
  expect(banner(facts(wayIn, false))).not.toContain("#token");
});

test("without a webhook the banner says how to get one", () => {
  const without = { ...facts({ kind: "known" }, true), connected: false };
  expect(banner(facts({ kind: "known" }, true))).not.toContain("Webhook");
  expect(banner(without)).toContain("not connected, see the log; as an admin, POST /api/receiver");
  expect(banner({ ...without, sandboxUrl: null })).toContain("not connected yet; as an admin, POST /api/receiver");
});

test("a database in another folder than DATA_DIR has its own line", () => {
  const known = facts({ kind: "known" }, false);
  expect(banner(known)).not.toMatch(/^ {2}Database/m);
  expect(banner({ ...known, home: "/var/lib/cotejo/0123" })).toMatch(/^ {2}Database +\/var\/lib\/cotejo\/0123$/m);
});

test("the receiver has neither the master secret nor the API key", () => {
  const secret = "the master secret of this installation,a second one for what is older than it";
  const supplies = { databaseUrl: "postgres://localhost/cotejo", secret, dataDir: "/data" };
  const environment = cotejoEnvironment(readEnv({}), supplies, "start", "svc_sk_live_1");
  const { env } = receiver(readEnv({}), environment);
  const values = JSON.stringify(env);
  for (const hidden of [...secret.split(","), "svc_sk_live_1"]) expect(values).not.toContain(hidden);
  expect(readEnv(env).COTEJO_RECEIVER_SECRET).toHaveLength(2);
});
