"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";

/** Other words than the usual ones are its children. */
type Props = ComponentProps<typeof Button>;

export function Cancel({ children, ...button }: Props) {
  const t = useTranslations("shell");
  return (
    <Button variant="ghost" {...button}>
      {children || t("cancel")}
    </Button>
  );
}

type RetryProps = Props & { query: { isFetching?: boolean; refetch: () => unknown } };

/** Fetches what a query could not. */
export function Retry({ query: { isFetching, refetch }, children, ...button }: RetryProps) {
  const t = useTranslations("shell.failed");
  return (
    <Button variant="outline" size="sm" aria-disabled={isFetching} onClick={() => void refetch()} {...button}>
      {children || t("retry")}
    </Button>
  );
}
