import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createServiceClient } from "#lib/core/server/service/client.ts";
import { listFailures } from "#lib/core/server/status/status.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { createErrorLedger } from "./client.ts";

let connected: ConnectedService;
beforeAll(async () => {
  connected = await startConnectedService();
});
afterAll(() => connected.end());
beforeEach(() => connected.reset());

const client = () =>
  createServiceClient({
    baseUrl: connected.service.url(),
    getKey: async () => connected.service.apiKey(),
    onFailure: createErrorLedger(connected.database),
  });
const noted = async (count: number) =>
  vi.waitFor(
    async () => {
      const failures = await listFailures(connected.database.pool);
      expect(failures.reduce((sum, { times }) => sum + times, 0)).toBe(count);
      return failures;
    },
    { timeout: 60_000 },
  );

it("keeps the kind, count and start of failures, a row for each kind, from any process", async () => {
  await connected.fault({ kind: "status", status: 500, count: 6 });
  const [one, other] = [client(), client()];
  await Promise.allSettled([one.readVerification("ver_1"), other.readVerification("ver_2")]);
  const [failure, ...more] = await noted(2);
  expect(more).toEqual([]);
  expect(failure).toMatchObject({
    operation: "GET /verifications/:id",
    code: "SERVICE_ERROR",
    service_status: 500,
  });
  await connected.fault({ kind: "hang", count: 1 });
  await connected.fault({ kind: "html", count: 1, status: 200 });
  await Promise.allSettled([one.readPeople("ver_1", { deadlineMs: 200 })]);
  await Promise.allSettled([one.listApiKeys()]);
  const kinds = (await noted(4)).map(({ operation, code, service_status }) => [operation, code, service_status]);
  expect(kinds).toEqual(
    expect.arrayContaining([
      ["GET /v2/verifications/:id/people", "SERVICE_TIMEOUT", null],
      ["GET /api-keys", "SERVICE_UNREADABLE", 200],
    ]),
  );
});

it("does not count a wrong request or a missing one as a failure of the service", async () => {
  const record = createErrorLedger(connected.database);
  record("GET /verifications/:id", { code: "NOT_FOUND", serviceStatus: 404 });
  record("PUT /v2/webhooks/:id", { code: "VALIDATION_ERROR", serviceStatus: 400 });
  record("GET /api-keys", { code: "SERVICE_PAUSED", serviceStatus: null });
  record("GET /api-keys", { code: "SERVICE_PAUSED", serviceStatus: 429 });
  expect(await noted(1)).toMatchObject([{ code: "SERVICE_PAUSED", service_status: 429 }]);
});

it("counts an answer about something else", async () => {
  const id = await connected.service.play("finished");
  await connected.fault({ kind: "truncate", path: `/verifications/${id}`, count: 3 });
  await expect(client().readVerification(id)).rejects.toThrow();
  expect(await noted(1)).toMatchObject([{ operation: "GET /verifications/:id" }]);
});

it("starts again after an hour without a failure, and is deleted after a month", async () => {
  const row = (operation: string, ago: string) =>
    connected.query(
      `INSERT INTO service_errors (operation, code, service_status, times, since, last_at)
       VALUES ($1, 'SERVICE_ERROR', 500, 7, now() - interval '40 days', now() - $2::interval)`,
      [operation, ago],
    );
  await row("GET /api-keys", "61 minutes");
  await row("GET /v2/webhooks", "59 minutes");
  await row("POST /api-keys", "31 days");
  const record = createErrorLedger(connected.database);
  for (const operation of ["GET /api-keys", "GET /v2/webhooks"]) {
    record(operation, { code: "SERVICE_ERROR", serviceStatus: 500 });
  }
  const failures = await noted(1 + 8);
  expect(failures).toMatchObject([
    { operation: "GET /api-keys", times: 1 },
    { operation: "GET /v2/webhooks", times: 8 },
  ]);
  expect(failures[0]?.since).toBe(failures[0]?.last_at);
  await vi.waitFor(async () => expect(await connected.query("SELECT FROM service_errors")).toHaveLength(2), {
    timeout: 60_000,
  });
});
