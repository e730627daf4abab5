import { getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { PageHeader } from "./page-header.tsx";
import { RouteMessages } from "./route-messages.tsx";

type Props = ComponentProps<typeof RouteMessages> & { of: "account" | "sandbox"; className?: string };

/** A page with a heading above its content; the text of both is from its namespace. */
export async function HeadedPage({ of, className = "max-w-7xl", ...page }: Props) {
  const t = await getTranslations(of);
  return (
    <div className={cn("space-y-5", className)}>
      <PageHeader title={t("title")} lede={t("lede")} />
      <RouteMessages {...page} />
    </div>
  );
}
