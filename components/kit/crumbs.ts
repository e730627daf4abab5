import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";

/** The key of a name for the breadcrumbs, of a file by its id or of a page by its path. */
export const crumbKey = (of: string) => ["crumb", of] as const;

/** Names a file, or the parent of the page by its path, in the breadcrumbs while a page below it is shown. */
export function useCrumb(of: string, name: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = crumbKey(of);
    client.setQueryData(queryKey, name);
    return () => client.removeQueries({ queryKey });
  }, [client, of, name]);
}

/** Names the page in the breadcrumbs, after the list to which it belongs. */
export const usePageCrumb = (name: string | null): void => useCrumb(usePathname(), name);
