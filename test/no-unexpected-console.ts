import { afterEach, beforeEach, expect, vi } from "vitest";

const METHODS = ["error", "warn", "log", "info", "debug"] as const;

beforeEach(() => {
  for (const method of METHODS) vi.spyOn(console, method).mockImplementation(() => undefined);
});

/** Output that no test asked for is a fault that nobody has looked at: it fails the test that caused it. */
afterEach(() => {
  const calls = METHODS.flatMap((method) =>
    vi.mocked(console[method]).mock.calls.map((args) => `${method}: ${args.join(" ")}`),
  );
  vi.restoreAllMocks();
  expect(calls, "unexpected console output").toEqual([]);
});
