"use client";

import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { ChangeList } from "./change-list.tsx";
import type { MeanwhileChange } from "./use-edit.ts";

/** Somebody else has saved something: what it was, and what stands in the form now. */
export function Meanwhile({ meanwhile, onSeen }: { meanwhile: MeanwhileChange; onSeen: () => void }) {
  const t = useTranslations("webhooks.edit.meanwhile");
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers answer a promise, which React would take for a clean-up.
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section
      ref={place}
      role="alert"
      className="scroll-mt-16 space-y-3 rounded-lg border border-medium/40 bg-medium/5 p-3 text-sm"
    >
      <div className="flex items-start gap-2">
        <Users aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
        <div className="min-w-0">
          <p className="font-medium">{t("title")}</p>
          <p className="text-muted-foreground">{t("body")}</p>
        </div>
      </div>
      <div className="bg-card">
        <ChangeList before={meanwhile.before} change={meanwhile.theirs} />
      </div>
      {meanwhile.conflicts.length > 0 && (
        <p className="font-medium">
          {t("both", { fields: meanwhile.conflicts.map((field) => t(`field.${field}`)).join(", ") })}
        </p>
      )}
      <Button variant="outline" size="sm" onClick={onSeen}>
        {t("seen")}
      </Button>
    </section>
  );
}
