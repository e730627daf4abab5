import { skipToken, useQuery } from "@tanstack/react-query";

/** The key of a file's name for the breadcrumbs, on pages whose data is no answer about the file. */
export const fileCrumbKey = (verificationId: string) => ["file-crumb", verificationId] as const;

/** The name of a file in one line: title and tag; null if it has neither. */
export function fileName({ title, tag }: { title: string | null; tag: string | null }): string | null {
  const names = [...new Set([title, tag])].filter((name) => name !== null);
  return names.length > 0 ? names.join(" · ") : null;
}

/** Names a file in the breadcrumbs while the page is shown. */
export function useFileCrumb(file: { verification_id: string; title: string | null; tag: string | null }): void {
  const initialData = fileName(file);
  useQuery({ queryKey: fileCrumbKey(file.verification_id), queryFn: skipToken, initialData, gcTime: 0 });
}
