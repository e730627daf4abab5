import { expect } from "vitest";

/** An error answer of the service (interface, Errors: Error response). */
export const refusal = (code: string) => ({
  success: false,
  code,
  message: expect.stringMatching(/./),
  timestamp: isoTime,
});

/** ISO 8601 in UTC with milliseconds, as the service writes its times. */
export const isoTime = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
