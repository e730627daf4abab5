import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { Retry } from "./buttons.tsx";
import { Failure } from "./message.tsx";
import { Waiting } from "./waiting.tsx";

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Name of the content. */
  label: string;
  /** The skeleton's size, as a class. */
  height: string;
  /** A string is shown as a failure that can be tried again. */
  failed: (error: Error) => ReactNode;
  children: (data: Data) => ReactNode;
};

/** The content of a query; before it, a skeleton, or the next step after its failure. */
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
