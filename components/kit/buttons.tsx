import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";

/** `children` replace the usual label. */
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

export function Retry({ query: { isFetching, refetch }, children, ...button }: RetryProps) {
  const t = useTranslations("shell.failed");
  return (
    <Button variant="outline" size="sm" aria-disabled={isFetching} onClick={() => void refetch()} {...button}>
      {children || t("retry")}
    </Button>
  );
}
