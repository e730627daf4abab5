import type { PageFaults } from "#lib/platform/server/http/page-faults.ts";

/** Reports page and handler errors to the server in front of Next. Next builds this for the edge too: no imports. */
export const onRequestError = (error: unknown): void => (globalThis as PageFaults).cotejoPageFault?.(error);
