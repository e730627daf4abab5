import { inspect } from "node:util";
import { expect } from "vitest";
import { ServiceError } from "#lib/core/server/service/service-error.ts";

/** The ServiceError of a failing call. */
export async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    () => expect.unreachable("it did not fail"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ServiceError);
  return error as ServiceError;
}

/** All texts of an error that a log, a page or a debugger could show. */
export const everythingOf = (error: unknown): string =>
  `${String(error)}${JSON.stringify(error)}${inspect(error, { showHidden: true, depth: null })}`;
