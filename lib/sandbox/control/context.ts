import type { World } from "#lib/sandbox/service/context.ts";

/** A call of the sandbox's own control routes. */
export type ControlCall = World & {
  body: () => Promise<unknown>;
  query: URLSearchParams;
  /** Something may be due at once. */
  wake: () => void;
};
