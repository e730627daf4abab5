import type { ComponentProps, ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";

type Props = Omit<ComponentProps<typeof Button>, "children" | "disabled"> & {
  label: string;
  /** Not `disabled`: that would take the focus away from who pressed it. */
  off?: boolean;
  children: ReactNode;
};

/** A button of the viewer's bar: a picture, and its name on hover and for whoever hears it. */
export function Tool({ label, off = false, onClick, children, ...rest }: Props) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      onClick={(event) => !off && onClick?.(event)}
      {...rest}
    >
      {children}
    </Button>
  );
}
