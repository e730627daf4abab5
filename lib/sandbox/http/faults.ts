import { z } from "zod";

/**
 * Faults for the service's own endpoints, so that a client can meet every failure on purpose. They live in memory: a
 * restart is a healthy service again.
 *
 * - `status`: answers `status` and the error body, without doing the work
 * - `hang`: never answers
 * - `html`: answers a page, as a proxy does that stands before a service in trouble (`status`, 502)
 * - `redirect`: answers 302
 * - `slow`: waits `delay_ms`, then does the work
 * - `truncate`: does the work, then breaks off in the middle of the body
 * - `lost`: does the work, then breaks off without an answer
 */
export const newFault = z.strictObject({
  kind: z.enum(["status", "hang", "html", "redirect", "slow", "truncate", "lost"]),
  /** An exact path, or the beginning of one followed by `*`; every path when left out. */
  path: z.string().min(1).max(500).optional(),
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  status: z.int().min(200).max(599).optional(),
  delay_ms: z.int().min(0).max(120_000).default(2_000),
  /** So many calls meet it. */
  count: z.int().min(1).max(1_000_000).default(1),
});
export type Fault = z.output<typeof newFault>;

export type Faults = {
  add(fault: Fault): void;
  list(): Fault[];
  clear(): void;
  /** The fault that this call meets, counted as met. */
  take(method: string, path: string): Fault | null;
};

export function createFaults(): Faults {
  let faults: Fault[] = [];
  const meets = (fault: Fault, method: string, path: string) =>
    (fault.method === undefined || fault.method === method) &&
    (fault.path === undefined ||
      (fault.path.endsWith("*") ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path));
  return {
    add: (fault) => {
      faults.push({ ...fault });
    },
    list: () => faults.map((fault) => ({ ...fault })),
    clear: () => {
      faults = [];
    },
    take(method, path) {
      const fault = faults.find((candidate) => meets(candidate, method, path));
      if (!fault) return null;
      fault.count -= 1;
      faults = faults.filter((candidate) => candidate.count > 0);
      return fault;
    },
  };
}
