import { z } from "zod";

/**
 * `POST /api/page-faults`: a page, or a section of it, that failed to render. Only names and positions in the build: a
 * message may quote what the page shows.
 */
export const pageFaultInput = z.strictObject({
  section: z.string().regex(/^[a-z-]{1,40}$/),
  error: z.string().regex(/^\w{1,40}$/),
  positions: z.array(z.string().regex(/^[\w.~-]{1,100}\.js:\d{1,7}:\d{1,7}$/)).max(5),
});
export type PageFaultInput = z.infer<typeof pageFaultInput>;
