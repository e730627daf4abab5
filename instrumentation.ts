import { noteFault } from "#lib/server/http/page-faults.ts";

/** Next calls this with what a page or a handler failed at. */
export const onRequestError = (error: unknown): void => noteFault(error);
