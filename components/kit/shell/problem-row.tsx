import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RelativeInstant } from "#components/kit/time.tsx";
import { buttonVariants } from "@/components/ui/button";

type Props = { title: string; body: ReactNode; since?: string | null; children?: ReactNode };

export function ProblemRow(props: Props) {
  const t = useTranslations("shell.trouble");
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-border border-b bg-medium/10 px-4 py-2.5 text-sm md:px-6">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold">{props.title}</strong>{" "}
        <span className="text-muted-foreground">
          {props.body}
          {props.since && (
            <span>
              {" "}
              {t("since")} <RelativeInstant at={props.since} />.
            </span>
          )}
        </span>
      </p>
      {props.children}
    </div>
  );
}

export function WayOut({
  href,
  label,
}: {
  href: "/keys" | "/deliveries/refusals" | "/settings/system#system-backups";
  label: string;
}) {
  return (
    <Link className={buttonVariants({ variant: "outline", size: "sm" })} href={href}>
      {label}
    </Link>
  );
}
