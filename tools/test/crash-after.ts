import type pg from "pg";
import { EFFORT, SEED } from "./effort.ts";

/** Tests of kills at all moments kill at every n-th operation: every fifth in `npm test`, each one in a soak test. */
export const STRIDE = Math.max(1, Math.round(5 / EFFORT));
/** The first operation to kill at, which differs by commit, so that all are tried over time. */
export const FIRST_KILL = Math.abs(SEED) % STRIDE;

/** Thrown by every call of a killed process. */
export class Killed extends Error {
  override name = "Killed";
}

/** Runs a statement or a call, or throws `Killed`. */
type Through = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A process that dies after a number of operations. Each statement and each call counts twice: before it is done, and
 * before its answer is known. After its death no operation is done, and its connections break.
 */
export function crashAfter(operations = Number.POSITIVE_INFINITY) {
  let left = operations;
  const through: Through = async (work) => {
    if (left-- <= 0) throw new Killed();
    const result = await work();
    if (left-- <= 0) throw new Killed();
    return result;
  };
  return {
    service: <Service extends object>(service: Service): Service =>
      new Proxy(service, {
        get: (target, name) => {
          const call = Reflect.get(target, name) as ((...input: unknown[]) => Promise<unknown>) | undefined;
          return call && ((...input: unknown[]) => through(() => call(...input)));
        },
      }),
    pool: (pool: pg.Pool): pg.Pool =>
      ({
        query: (...args: [string, unknown[]?]) => through(() => pool.query(...args)),
        async connect() {
          const client = await pool.connect();
          return {
            query: (...args: [string, unknown[]?]) => through(() => client.query(...args)),
            release: (broken?: Error) => client.release(left < 0 ? new Killed() : broken),
          };
        },
      }) as unknown as pg.Pool,
  };
}
