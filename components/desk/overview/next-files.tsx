import { ArrowDownToLine } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { QueueRow } from "#components/desk/review/queue/queue-row.tsx";
import { useTake } from "#components/desk/review/use-take.ts";
import { Announced } from "#components/kit/announced.tsx";
import { isModifiedClick } from "#components/kit/modified-click.ts";
import { Section } from "#components/kit/section.tsx";
import type { Morning } from "#lib/core/contract/verifications/morning.ts";
import { DESK } from "#lib/desk/contract/review/lanes.ts";
import { Button } from "@/components/ui/button";

/** The first files of the queue as its rows, which lead to the desk. */
export function NextFiles({ next: { lane, files } }: Morning) {
  const t = useTranslations("morning.next");
  const router = useRouter();
  if (files.length === 0) return null;
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isModifiedClick(event)) return;
    event.preventDefault();
    router.push(event.currentTarget.getAttribute("href") ?? "/review");
  };
  return (
    <Section
      id="next"
      title={t("title")}
      flush
      aside={
        <Link href={`/review?${DESK.write({ lane, file: null })}`} className="rounded hover:text-foreground">
          {t(lane)}
        </Link>
      }
    >
      {/* The rows are in line with the heading. */}
      <ul className="[&>li:last-child]:border-b-0 [&_a]:pr-4 [&_a]:pl-3.5">
        {files.map((row) => (
          <QueueRow
            key={row.verification_id}
            row={row}
            lane={lane}
            isOpen={false}
            isActive
            selected={undefined}
            onClick={open}
          />
        ))}
      </ul>
    </Section>
  );
}

/** Assigns the next unassigned file to the user, and opens it at the desk. */
export function TakeNext() {
  const t = useTranslations("review-queue.take");
  const router = useRouter();
  const take = useTake((file) => file !== null && router.push(`/review?${DESK.write({ lane: "mine", file })}`));
  return (
    <>
      <Announced as="p" className="text-[0.8125rem] text-muted-foreground empty:hidden">
        {take.step.isError ? t("failed") : take.nothing ? t("none") : ""}
      </Announced>
      <Button size="sm" className="max-sm:flex-1" aria-disabled={take.step.isPending} onClick={take.next}>
        <ArrowDownToLine aria-hidden />
        {t("next")}
      </Button>
    </>
  );
}
