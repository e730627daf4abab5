import type { z } from "zod";
import { invalid } from "#lib/server/base/errors.ts";

/** The parameters of an address. Throws VALIDATION_ERROR, naming one. */
export function readQuery<T>(schema: z.ZodType<T>, parameters: URLSearchParams): T {
  const parsed = schema.safeParse(Object.fromEntries(parameters));
  if (parsed.success) return parsed.data;
  throw invalid(`Invalid ${parsed.error.issues[0]?.path.join(".")}.`);
}
