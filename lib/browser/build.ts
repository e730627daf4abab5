import { api } from "./api.ts";

/** The build of this page, as Next inlines it; null with hot reload. */
const own = process.env.NEXT_DEPLOYMENT_ID || null;

/**
 * Whether the dashboard serves this page's build; null without an answer. If it does not, the router reloads the page
 * instead of rendering it again in place, and typed text is lost: only the reader's own navigation may cause it.
 */
export const isSameBuild = (): Promise<boolean | null> =>
  api<{ build: string | null }>("/api/health/live").then(
    ({ build }) => build === own,
    () => null,
  );
