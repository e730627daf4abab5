import { afterEach, beforeEach, expect, vi } from "vitest";

const METHODS = ["error", "warn", "log", "info", "debug"] as const;

beforeEach(() => {
  for (const method of METHODS) vi.spyOn(console, method).mockImplementation(() => undefined);
});

/** Unexpected output may be an unnoticed fault: it fails its test. */
afterEach(() => {
  const calls = METHODS.flatMap((method) =>
    vi.mocked(console[method]).mock.calls.map((args) => `${method}: ${args.join(" ")}`),
  );
  vi.restoreAllMocks();
  expect(calls, "unexpected console output").toEqual([]);
});
