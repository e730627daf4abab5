import { expect, test, vi } from "vitest";

const copy = async () => {
  vi.resetModules();
  const { CotejoError } = await import("#lib/platform/server/base/errors.ts");
  const { ServiceError } = await import("./service-error.ts");
  return { CotejoError, ServiceError };
};

test("an error is recognised by another copy of its class, as in pages and handlers with separate bundles", async () => {
  const [one, other] = [await copy(), await copy()];
  expect(one.ServiceError).not.toBe(other.ServiceError);
  const failure: unknown = new one.ServiceError("NOT_FOUND", 404, "not there");
  expect(failure instanceof other.ServiceError).toBe(true);
  expect(failure instanceof other.CotejoError).toBe(true);
  expect(failure instanceof Error).toBe(true);
});

test("failures of our own and plain faults are not the service's", async () => {
  const { CotejoError, ServiceError } = await copy();
  expect(new CotejoError("NOT_FOUND", 404, "not there") instanceof ServiceError).toBe(false);
  for (const value of [new Error("x"), null, undefined, "NOT_FOUND", { code: "NOT_FOUND" }]) {
    expect(value instanceof CotejoError || value instanceof ServiceError).toBe(false);
  }
});
