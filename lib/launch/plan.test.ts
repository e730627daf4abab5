import { afterEach, expect, it, vi } from "vitest";
import { readEnv } from "#lib/platform/server/base/env.ts";
import { cotejoEnvironment, dashboard, receiver, sandbox, story, worker } from "./plan.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

it("gives the provider's secret to the dashboard alone", () => {
  const given = {
    OIDC_ISSUER: "https://login.example.mx",
    OIDC_CLIENT_ID: "cotejo",
    OIDC_CLIENT_SECRET: "a secret of the client",
  };
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
  const env = readEnv(given);
  const supplies = { databaseUrl: "postgres://localhost/cotejo", secret: "s".repeat(32), dataDir: ".data" };
  const environment = cotejoEnvironment(env, supplies, "start", undefined);
  expect(dashboard(env, environment, "start", undefined).env).toMatchObject(given);
  for (const child of [worker(environment), receiver(env, environment), sandbox(env, supplies, "start")]) {
    expect(
      Object.keys(child.env ?? {}).filter((name) => name.startsWith("OIDC_")),
      child.name,
    ).toEqual([]);
  }
});

it("gives the mail server to the worker, and not to the story, whose letters are invented", () => {
  const env = readEnv({ SMTP_URL: "smtp://mail.example.mx:2525", MAIL_FROM: "Cotejo <cotejo@example.mx>" });
  const supplies = { databaseUrl: "postgres://localhost/cotejo", secret: "s".repeat(32), dataDir: ".data" };
  const environment = cotejoEnvironment(env, supplies, "start", undefined);
  const given = ({ SMTP_URL, MAIL_FROM }: Record<string, string | undefined> = {}) => [SMTP_URL, MAIL_FROM];
  expect(given(worker(environment).env)).toEqual([env.SMTP_URL, env.MAIL_FROM]);
  expect(given(story(env, environment, supplies.databaseUrl).env)).toEqual([undefined, undefined]);
});
