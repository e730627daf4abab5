"use client";

import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

type Props = { href?: string; children?: string };

/** A link to the parent page. */
export function BackLink({ href = "/webhooks", children }: Props) {
  const t = useTranslations("webhooks");
  return (
    <Link
      href={href}
      className="-ml-1 inline-flex min-h-6 items-center gap-1 rounded text-muted-foreground text-xs hover:text-foreground"
    >
      <ChevronLeft aria-hidden className="size-3.5" />
      {children ?? t("back")}
    </Link>
  );
}
