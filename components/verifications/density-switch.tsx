"use client";

import { Rows3, Rows4 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { rememberDensity } from "#lib/browser/preferences.ts";
import type { Density } from "#lib/contract/preferences.ts";

/** How closely the rows stand, remembered on this device. */
export function DensitySwitch({ initial }: { initial: Density }) {
  const t = useTranslations("verifications.density");
  const [density, setDensity] = useState(initial);
  const compact = density === "compact";
  const Icon = compact ? Rows4 : Rows3;
  const turn = () => {
    const next = compact ? "comfortable" : "compact";
    setDensity(next);
    rememberDensity(next);
  };
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-pressed={compact}
      aria-label={t("compact")}
      title={t("compact")}
      onClick={turn}
    >
      <Icon aria-hidden />
    </Button>
  );
}
