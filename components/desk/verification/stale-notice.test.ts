import { describe, expect, it } from "vitest";
import type { Freshness } from "#lib/platform/contract/answer-fields.ts";
import { staleProblem } from "./stale-notice.tsx";

const READ = "2026-11-01T10:00:00.000000Z";
const fresh: Freshness = { read_at: READ, stale: null, unknown_to_service: false };
const failing: Freshness = { ...fresh, stale: { since: READ, code: "SERVICE_TIMEOUT", status: null } };

describe("staleProblem", () => {
  it("is null while all requests succeed", () => {
    expect(staleProblem(fresh, null, null)).toBeNull();
  });

  it("states why the service could not be read and when it was last read", () => {
    expect(staleProblem(failing, null, null)).toEqual({
      code: "SERVICE_TIMEOUT",
      status: null,
      of: "service",
      asOf: READ,
    });
    expect(staleProblem({ ...failing, read_at: null }, null, null)?.asOf).toBeNull();
  });

  it("distinguishes an id unknown to the service from other failures", () => {
    const gone = { ...failing, unknown_to_service: true };
    expect(staleProblem(gone, null, null)).toMatchObject({ code: "NOT_FOUND", status: 404 });
  });

  it("returns the cause nearest to the page", () => {
    const offline = { code: "OFFLINE", status: 0 };
    const at = "2026-11-01T11:00:00.000Z";
    expect(staleProblem(failing, { ...offline, at }, null)).toEqual({
      code: "OFFLINE",
      status: null,
      of: "page",
      asOf: at,
    });
    expect(staleProblem(failing, null, offline)?.code).toBe("SERVICE_TIMEOUT");
    expect(staleProblem(fresh, null, offline)).toMatchObject({ code: "OFFLINE", of: "service" });
  });
});
