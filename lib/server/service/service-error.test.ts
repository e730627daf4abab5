import { expect, test, vi } from "vitest";

const copy = async () => {
  vi.resetModules();
  const { CotejoError } = await import("#lib/server/base/errors.ts");
  const { ServiceError } = await import("./service-error.ts");
  return { CotejoError, ServiceError };
};

test("an error is known for what it is by another copy of its class, as in pages and handlers that are bundled apart", async () => {
  const [one, other] = [await copy(), await copy()];
  expect(one.ServiceError).not.toBe(other.ServiceError);
  const failure: unknown = new one.ServiceError("NOT_FOUND", 404, "not there");
  expect(failure instanceof other.ServiceError).toBe(true);
  expect(failure instanceof other.CotejoError).toBe(true);
  expect(failure instanceof Error).toBe(true);
});

test("neither a failure of our own nor a fault is taken for the service's", async () => {
  const { CotejoError, ServiceError } = await copy();
  expect(new CotejoError("NOT_FOUND", 404, "not there") instanceof ServiceError).toBe(false);
  for (const value of [new Error("x"), null, undefined, "NOT_FOUND", { code: "NOT_FOUND" }]) {
    expect(value instanceof CotejoError || value instanceof ServiceError).toBe(false);
  }
});
