import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import { createTestDatabase } from "#tools/test/database.ts";
import { freePort } from "#tools/test/free-ports.ts";

const { PATH, NODE_COMPILE_CACHE } = process.env;
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await once(child, "exit");
  }
});

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ["lib/sandbox/main.ts"], {
    env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: "test", LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
  });
  return { child, output, ended: once(child, "exit") as Promise<[number | null, string | null]> };
}

it("serves until it has to stop, with a call still hanging, and logs no secret", async () => {
  const database = await createTestDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { child, output, ended } = run({ DATABASE_URL: database.url, SANDBOX_PORT: String(port) });
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await vi.waitFor(async () => expect((await fetch(`${url}/sandbox/ready`)).status).toBe(200), { timeout: 60_000 });
  const { api_key: apiKey } = await (await post("/sandbox/accounts", {})).json();
  await post("/sandbox/faults", { kind: "hang" });
  const hanging = expect(fetch(`${url}/api-keys`, { headers: { "x-api-key": apiKey } })).rejects.toThrow();
  await vi.waitFor(
    async () => {
      expect(await (await fetch(`${url}/sandbox/faults`)).json()).toEqual({ data: [] });
    },
    { timeout: 60_000 },
  );
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  await hanging;
  expect(output.err).toBe("");
  expect(output.out).not.toContain(apiKey);
  await database.drop();
});

it("waits for an absent database, and can be stopped meanwhile", async () => {
  const { child, output, ended } = run({
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none`,
    SANDBOX_PORT: String(await freePort()),
  });
  await vi.waitFor(() => expect(output.out).toContain("waiting for the database"), { timeout: 60_000 });
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

it.each([
  ["SANDBOX_PORT", { SANDBOX_PORT: "none" }],
  ["DATABASE_URL", {}],
])("names %s in one line when it is wrong", async (name, env) => {
  const { output, ended } = run(env);
  expect(await ended).toEqual([1, null]);
  expect(output.err).toMatch(new RegExp(`^sandbox: ${name}: .+\\n$`));
});
