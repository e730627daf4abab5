import pino from "pino";
import { env } from "./env.ts";
import { currentRequestId } from "./request-id.ts";

const REDACTED = ["api_key", "secret", "password", "cookie", "curp", "headers", "body"];

/**
 * Structured logs on stdout. Lines have ids, counts and outcomes, never bodies: payloads hold personal data.
 * The redaction is a second line of defence, for objects that are logged whole.
 */
export const createLog = (process: "dashboard" | "receiver" | "worker" | "sandbox" | "launcher") =>
  pino({
    level: env().LOG_LEVEL,
    base: { process },
    mixin: () => {
      const request_id = currentRequestId();
      return request_id === undefined ? {} : { request_id };
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: REDACTED.flatMap((name) => [name, `*.${name}`]),
      censor: "[redacted]",
    },
  });

export type Log = ReturnType<typeof createLog>;
