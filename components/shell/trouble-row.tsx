"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RelativeInstant } from "#components/page/time.tsx";
import { Button } from "#components/ui/button.tsx";

type Props = { title: string; body: string; since?: string | null; children?: ReactNode };

/** One trouble: what it is, what that means, since when, and the way out. */
export function TroubleRow(props: Props) {
  const t = useTranslations("shell.trouble");
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-border border-b bg-medium/10 px-4 py-2.5 text-sm md:px-6">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold">{props.title}</strong>{" "}
        <span className="text-muted-foreground">
          {props.body}
          {props.since && (
            <>
              {" "}
              {t("since")} <RelativeInstant at={props.since} />.
            </>
          )}
        </span>
      </p>
      {props.children}
    </div>
  );
}

export function ToKeys({ label }: { label: string }) {
  return (
    <Button asChild variant="outline" size="sm">
      <Link href="/keys">{label}</Link>
    </Button>
  );
}
