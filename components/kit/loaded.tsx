import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { Retry } from "./buttons.tsx";
import { Failure } from "./message.tsx";
import { Waiting } from "./waiting.tsx";

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** The name of the content. */
  label: string;
  /** The height of the skeleton, as a class. */
  height: string;
  /** The failure; a string is shown with a retry. */
  failed: (error: Error) => ReactNode;
  children: (data: Data) => ReactNode;
};

/** The content of a query; while loading a skeleton, after a failure the next step. */
export function Loaded<Data>({ query, label, height, failed, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    const failure = failed(query.error);
    if (typeof failure !== "string") return failure;
    return (
      <Failure says={failure}>
        <Retry query={query} />
      </Failure>
    );
  }
  return (
    <Waiting label={label}>
      <Skeleton className={`w-full ${height}`} />
    </Waiting>
  );
}
