import type pg from "pg";
import { mortalProcess } from "#test/mortal.ts";

/** A process that dies after so many statements and calls, each counted before it is done and before its answer is known. */
export function mortal(operations = Number.POSITIVE_INFINITY) {
  const { pool, through } = mortalProcess(operations);
  return {
    pool: (given: pg.Pool): pg.Pool => pool(given),
    service: <Service extends object>(service: Service): Service =>
      new Proxy(service, {
        get: (target, name) => {
          const call = Reflect.get(target, name) as ((...input: unknown[]) => Promise<unknown>) | undefined;
          return call && ((...input: unknown[]) => through(() => call(...input)));
        },
      }),
  };
}
