"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";

/** Back to how it was: asked once more, since a secret that was stored meanwhile is of no use then. */
export function GiveUp({ pending, onGiveUp }: { pending: boolean; onGiveUp: () => void }) {
  const t = useTranslations("webhooks.replace.giveUp");
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <Button variant="ghost" size="sm" onClick={() => setAsked(true)}>
        {t("ask")}
      </Button>
    );
  }
  return (
    <div className="space-y-3 rounded-lg border border-border p-4 text-sm">
      <p>{t("about")}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="destructive" size="sm" aria-disabled={pending} onClick={onGiveUp}>
          {t("submit")}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setAsked(false)}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
