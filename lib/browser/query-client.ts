import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";
import { signOut } from "./session.ts";

let leaving = false;

/**
 * Off to the sign-in page and back, wherever the session was found to have ended. What is on the screen goes at once: the
 * next page may be long in coming, or not come at all.
 */
export function leaveForSignIn(): void {
  if (leaving) return;
  leaving = true;
  const here = `${window.location.pathname}${window.location.search}`;
  go(`/login?ended=1&next=${encodeURIComponent(here)}`);
}

/** Signs out. What the page still asks for meanwhile is refused, and is no session that has ended by itself. */
export async function signOutAndLeave(): Promise<void> {
  leaving = true;
  try {
    await signOut();
  } catch (error) {
    leaving = false;
    throw error;
  }
  go("/login");
}

/** A whole new page: nothing of this person stays in memory. */
function go(address: string): void {
  document.body.hidden = true;
  window.location.assign(address);
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

/**
 * `gcTime` of a query: for how long the browser keeps what nobody looks at any more, in milliseconds. On the server each
 * request has a client of its own that goes with it, while a timer would hold the request and its answer for as long.
 */
export const keptFor = (ms: number): number => (typeof window === "undefined" ? Number.POSITIVE_INFINITY : ms);
