import { api } from "./api.ts";

/** The build of this page, as Next inlines it; null with hot reload. */
const own = process.env.NEXT_DEPLOYMENT_ID || null;

/**
 * Whether the server still runs this page's build; null if it does not answer. With another build the router reloads
 * the page instead of rendering it in place, and typed text is lost: only the reader's own navigation may cause that.
 */
export const isSameBuild = (): Promise<boolean | null> =>
  api("GET /api/health/live").then(
    ({ build }) => build === own,
    () => null,
  );
