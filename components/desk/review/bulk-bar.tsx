import { useQuery } from "@tanstack/react-query";
import { CalendarClock, CircleCheck, CircleMinus, UserPlus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "#components/kit/icon-button.tsx";
import type { Selection } from "#components/kit/list/selection.ts";
import { usePageKeys } from "#components/kit/page-keys.ts";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { ManyStep } from "./last-step.ts";

type Props = {
  selection: Selection;
  files: readonly VerificationSummary[];
  /** Whether the reader may also put files on hold, and close them. */
  mayDecide: boolean;
  /** Moves the focus when the selection has become empty. */
  focusElsewhere: () => void;
};

const ICONS = { assign: UserPlus, wait: CalendarClock, accept: CircleCheck, close: CircleMinus };

export function BulkBar({ selection, files, mayDecide, focusElsewhere }: Props) {
  const t = useTranslations("review-bulk.bar");
  const [open, setOpen] = useState<ManyStep["kind"] | null>(null);
  const count = selection.keys.size;
  // Loads the choices before a dialog needs them.
  const { data: choices } = useQuery(reviewChoicesOptions());
  const clear = () => {
    flushSync(selection.clear);
    focusElsewhere();
  };
  usePageKeys((event) => {
    if (event.key === "Escape" && !event.altKey) selection.clear();
  });
  const deciding = choices?.bulk_acceptance ? (["wait", "accept", "close"] as const) : (["wait", "close"] as const);
  const kinds = mayDecide ? (["assign", ...deciding] as const) : (["assign"] as const);
  const more = Math.min(files.length, selection.most);
  return (
    <section aria-label={t("label")} className="sticky bottom-12 z-16 flex h-0 items-end justify-center">
      <Card className="max-w-full flex-row flex-wrap items-center justify-center gap-x-1 gap-y-1.5 p-1.5 pl-3 shadow-black/15 shadow-lg">
        <p role="status" className="mr-2 grow whitespace-nowrap text-[0.8125rem] tabular-nums">
          {t(count === selection.most ? "most" : "count", { count })}
        </p>
        {/* On a phone the buttons have their own line. */}
        <div className="order-last flex basis-full flex-wrap gap-1 @lg:order-none @lg:basis-auto @lg:flex-nowrap">
          {kinds.map((kind) => {
            const Icon = ICONS[kind];
            return (
              <Button
                key={kind}
                variant="outline"
                size="sm"
                aria-haspopup="dialog"
                onClick={() => setOpen(kind)}
                className="grow"
              >
                <Icon aria-hidden />
                <span>{t(kind)}</span>
              </Button>
            );
          })}
        </div>
        {more > count && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => selection.selectAll(files.map(({ verification_id }) => verification_id))}
          >
            {t("all", { count: more })}
          </Button>
        )}
        <IconButton label={t("clear")} onClick={clear}>
          <X aria-hidden />
        </IconButton>
      </Card>
      {open && (
        <BulkDialog
          kind={open}
          ids={[...selection.keys]}
          nameOf={(id) => {
            const file = files.find(({ verification_id }) => verification_id === id);
            return file?.title ?? file?.tag ?? id;
          }}
          onClosed={(settled) => {
            flushSync(() => {
              setOpen(null);
              selection.drop(settled);
            });
            // The dialog returns the focus in a later task, but the button that opened the dialog may be gone.
            setTimeout(() => document.activeElement === document.body && focusElsewhere());
          }}
        />
      )}
    </section>
  );
}
