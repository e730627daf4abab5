import type { Faults } from "#lib/sandbox/http/faults.ts";
import type { World } from "#lib/sandbox/service/context.ts";

/** A call of the sandbox's own control routes. */
export type ControlCall = World & {
  faults: Faults;
  body: () => Promise<unknown>;
  query: URLSearchParams;
  /** Something may be due at once. */
  wake: () => void;
};
