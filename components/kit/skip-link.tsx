import type { ComponentProps } from "react";

/** A link to the content, visible while it has the focus. */
export function SkipLink({ children, ...rest }: ComponentProps<"a">) {
  return (
    <a
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-card focus:px-3 focus:py-2"
      {...rest}
    >
      {children}
    </a>
  );
}
