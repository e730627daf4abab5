import { expect, it, vi } from "vitest";
import type * as logs from "#lib/platform/server/base/log.ts";
import { callRoute, dashboardForEach } from "#tools/test/call-route.ts";
import { POST as reportFault } from "./route.ts";

vi.mock("next/headers", () => import("#tools/test/next-headers.ts"));

const { createLog, lines } = vi.hoisted(() => ({ createLog: vi.fn(), lines: [] as unknown[] }));
vi.mock("#lib/platform/server/base/log.ts", async (importOriginal) => ({
  ...(await importOriginal<typeof logs>()),
  createLog: createLog.mockImplementation(() => ({ warn: (line: unknown) => lines.push(line) })),
}));

dashboardForEach(async () => undefined);

it("logs each reported fault by one log, which opens one stream", async () => {
  createLog.mockClear();
  const body = { section: "items", error: "NotFoundError", positions: ["0a1b.js:1:234"] };
  for (const section of ["items", "people", "items"]) {
    expect((await callRoute(reportFault, { body: { ...body, section } })).status).toBe(204);
  }
  expect(lines).toEqual([body, { ...body, section: "people" }, body]);
  expect(createLog.mock.calls.length).toBeLessThanOrEqual(1);
});
