import { CircleX } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  /** Null while there is nothing to say. */
  says: string | null;
  /** What else there is to know, or to press. */
  children?: ReactNode;
};

/** Why something did not work and what to do next, said at once. */
export function Failure({ says, children }: Props) {
  return (
    <div role="alert" className="empty:hidden">
      {says !== null && (
        <div className="flex items-start gap-2 rounded-md border border-failed/40 bg-failed/5 p-3 text-sm">
          <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-failed" />
          <div className="min-w-0 space-y-2">
            <p>{says}</p>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}
