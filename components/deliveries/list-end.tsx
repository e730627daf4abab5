"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

type Props = { state: "more" | "loading" | "failed" | "end"; onMore: () => void };

/** The end of what is loaded, and the way on. */
export function ListEnd({ state, onMore }: Props) {
  const t = useTranslations("deliveries.more");
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-center gap-3 py-2 text-[0.8125rem]">
      <p role="status" className={state === "failed" ? "text-center" : "text-muted-foreground"}>
        {state === "failed" ? t("failed") : state === "end" ? t("end") : null}
      </p>
      {state !== "end" && (
        <Button
          variant="outline"
          size="sm"
          aria-disabled={state === "loading"}
          onClick={() => state !== "loading" && onMore()}
        >
          {state === "loading" ? t("loading") : state === "failed" ? t("retry") : t("load")}
        </Button>
      )}
    </div>
  );
}
