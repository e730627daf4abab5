import { api } from "./api.ts";

/** The build that this page is of, which Next puts here; none with hot reload. */
const own = process.env.NEXT_DEPLOYMENT_ID || null;

/**
 * Whether the dashboard is of this page's build; null where it does not answer. Unless it is, the router loads a page anew
 * instead of rendering it again in place, and what was typed is lost: nothing may have it do so but a reader who goes
 * elsewhere.
 */
export const isSameBuild = (): Promise<boolean | null> =>
  api<{ build: string | null }>("/api/health/live").then(
    ({ build }) => build === own,
    () => null,
  );
