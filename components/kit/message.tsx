import { CircleX } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { cn } from "@/components/ui/cn";

type Props = Omit<ComponentProps<"div">, "title"> & {
  icon: ReactNode;
  title: string;
  /** Level of the heading: h2 on a page with a heading of its own. */
  level?: "h1" | "h2";
};

/** Shown instead of missing content: the cause and the next step. */
export function Message({ icon, title, level: Heading = "h1", className, children, ...rest }: Props) {
  return (
    <div
      className={cn(
        "mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center [&>a]:mt-2 [&>button]:mt-2 [&>p]:max-w-full [&>p]:text-muted-foreground",
        className,
      )}
      {...rest}
    >
      <div className="text-muted-foreground [&>svg]:size-7">{icon}</div>
      <Heading className="font-semibold text-base">{title}</Heading>
      {children}
    </div>
  );
}

type FailureProps = {
  /** Null without a failure. */
  says: string | null;
  /** Further text or actions. */
  children?: ReactNode;
};

/** The cause of a failure and the next step, announced at once. */
export function Failure({ says, children }: FailureProps) {
  if (says === null) return null;
  return (
    <Alert role="alert" variant="destructive">
      <CircleX aria-hidden />
      <AlertDescription>
        <p>{says}</p>
        {children}
      </AlertDescription>
    </Alert>
  );
}
