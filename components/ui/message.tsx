import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

type Props = Omit<ComponentProps<"div">, "title"> & {
  icon: ReactNode;
  title: string;
  /** Where the page has a heading of its own, this is one below it. */
  level?: "h1" | "h2";
};

/** In place of what one came for: why it is not there, and what to do about it. */
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
