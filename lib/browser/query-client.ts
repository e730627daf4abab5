import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/**
 * Off to the sign-in page and back, wherever the session was found to have ended. What is on the screen goes at once: the
 * next page may be long in coming, or not come at all.
 */
export function leaveForSignIn(): void {
  document.body.hidden = true;
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.replace(`/login?ended=1&next=${encodeURIComponent(here)}`);
}

/**
 * A query client, one a browser and one a request on the server. Live messages say when to ask again, so nothing is
 * asked again by the clock or by a change of tabs; what failed for good is not tried again.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (typeof window !== "undefined" && error instanceof ApiError && error.status === 401) leaveForSignIn();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          failures < 2 &&
          error instanceof ApiError &&
          (error.status === 0 || error.status >= 500) &&
          error.code !== "SERVICE_UNAUTHORIZED",
      },
    },
  });
}
