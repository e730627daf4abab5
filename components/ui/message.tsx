import { CircleX } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type Props = Omit<ComponentProps<"div">, "title"> & {
  icon: ReactNode;
  title: string;
  /** Where the page has a heading of its own, this is one below it. */
  level?: "h1" | "h2";
};

/** In place of the content: why it is not there, and what to do about it. */
export function Message({ icon, title, level: Heading = "h1", className, children, ...rest }: Props) {
  return (
    <div
      className={cn(
        "mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center [&>a]:mt-2 [&>button]:mt-2 [&>p]:max-w-full [&>svg]:size-7 [&>svg]:text-muted-foreground",
        className,
      )}
      {...rest}
    >
      {icon}
      <Heading className="font-semibold text-base">{title}</Heading>
      {children}
    </div>
  );
}

type FailureProps = {
  /** Null while there is no failure. */
  says: string | null;
  /** What else there is to know, or to press. */
  children?: ReactNode;
};

/** Why something did not work and what to do next, said at once. */
export function Failure({ says, children }: FailureProps) {
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
