import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { Waiting } from "./waiting.tsx";

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null };
  /** Name of the content. */
  label: string;
  /** The skeleton's size, as a class. */
  height: string;
  failed: (error: Error) => ReactNode;
  children: (data: Data) => ReactNode;
};

/** The content of a query; before it, a skeleton, or the next step after its failure. */
export function Loaded<Data>({ query: { data, error }, label, height, failed, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  if (error) return failed(error);
  return (
    <Waiting label={label}>
      <Skeleton className={`w-full ${height}`} />
    </Waiting>
  );
}
