"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import type { useHold } from "./use-hold.ts";
import { useSpeaking } from "./use-speaking.ts";

type Props = {
  count: number;
  /** The button belongs to the list: going to it is not leaving. */
  zone: ReturnType<typeof useHold>["zone"];
  onShow: (byKeyboard: boolean) => void;
};

/**
 * How many verifications wait to come, go or move until one looks away or asks for them. It lies over the list's top, so
 * that nothing moves when it comes.
 */
export function WaitingRows({ count, zone, onShow }: Props) {
  const t = useTranslations("verifications.updates");
  // Read out when something begins to wait, not with each that joins it.
  const live = useSpeaking(count > 0);
  return (
    <div
      role="status"
      aria-live={live}
      {...zone}
      className="sticky top-14 z-15 flex h-0 justify-center @[60rem]:top-27"
    >
      {count > 0 && (
        <Button
          variant="outline"
          size="sm"
          title={t("hint")}
          onClick={(event) => onShow(event.detail === 0)}
          className="h-7 rounded-full border-primary/40 bg-accent px-2.5 text-xs tabular-nums shadow-black/15 shadow-md hover:bg-accent"
        >
          <ArrowUp aria-hidden className="size-3.5" />
          {t("show", { count })}
        </Button>
      )}
    </div>
  );
}
