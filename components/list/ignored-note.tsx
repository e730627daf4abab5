"use client";

import { TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { IgnoredParameter } from "#lib/contract/url-parameters.ts";

/**
 * Which parameters of the address were ignored, and why. It stays when the address is put right, which happens at once
 * where one held personal data, until dismissed or overtaken by the next.
 */
export function IgnoredNote({ ignored }: { ignored: IgnoredParameter[] }) {
  const t = useTranslations("list.ignored");
  const [noted, setNoted] = useState(ignored);
  const [seen, setSeen] = useState(ignored);
  if (ignored !== seen) {
    setSeen(ignored);
    if (ignored.length > 0) setNoted(ignored);
  }
  if (noted.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-3 flex items-start gap-2.5 rounded-md border border-medium/40 bg-medium/5 py-2 pr-2 pl-3 text-[0.8125rem]"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t("title", { count: noted.length })}</p>
        <ul>
          {noted.map(({ name, reason }) => (
            <li key={`${name} ${reason}`}>
              <code className="font-mono text-xs">{name}</code>: {t(`reasons.${reason}`)}
            </li>
          ))}
        </ul>
      </div>
      <Button variant="ghost" size="icon" aria-label={t("dismiss")} title={t("dismiss")} onClick={() => setNoted([])}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
