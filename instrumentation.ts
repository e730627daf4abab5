import type { PageFaults } from "#lib/server/http/page-faults.ts";

/** What a page or a handler failed at goes to the server in front of Next. Next builds this for the edge too: it imports nothing. */
export const onRequestError = (error: unknown): void => (globalThis as PageFaults).cotejoPageFault?.(error);
