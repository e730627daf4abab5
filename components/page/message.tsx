import { CircleX } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { cn } from "@/components/ui/cn";
import { Empty, EmptyHeader, EmptyMedia, EmptyTitle } from "@/components/ui/empty";

type Props = Omit<ComponentProps<"div">, "title"> & {
  icon: ReactNode;
  title: string;
  /** Level of the heading: h2 below a page's own heading. */
  level?: "h1" | "h2";
};

/** Replaces missing content: the cause and the next step. */
export function Message({ icon, title, level: Heading = "h1", className, children, ...rest }: Props) {
  return (
    <Empty className={cn("[&>a]:mt-2 [&>button]:mt-2 [&>p]:max-w-full", className)} {...rest}>
      <EmptyHeader>
        <EmptyMedia>{icon}</EmptyMedia>
        <EmptyTitle>
          <Heading>{title}</Heading>
        </EmptyTitle>
      </EmptyHeader>
      {children}
    </Empty>
  );
}

type FailureProps = {
  /** Null while there is no failure. */
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
