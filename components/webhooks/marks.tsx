import { Ban, CircleCheck, CircleHelp, MonitorCog, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ListedWebhook } from "#lib/contract/webhooks/webhooks.ts";

const PLAIN = "inline-flex items-center gap-1 whitespace-nowrap py-0.5 text-xs";
const CHIP = `${PLAIN} rounded px-1.5`;

/** Whether it is enabled, whose it is, and whether it is being replaced. */
export function Marks({ webhook: { enabled, own, replacement } }: { webhook: ListedWebhook }) {
  const t = useTranslations("webhooks.mark");
  return (
    <>
      {own && (
        <span className={`${CHIP} bg-accent font-medium`}>
          <MonitorCog aria-hidden className="size-3.5" />
          {t("own")}
        </span>
      )}
      {replacement && (
        <span className={`${CHIP} bg-muted`}>
          <RefreshCw aria-hidden className="size-3.5" />
          {t(`replacing.${replacement.part}`)}
        </span>
      )}
      <State enabled={enabled} />
    </>
  );
}

function State({ enabled }: { enabled: boolean | null }) {
  const t = useTranslations("webhooks.mark");
  if (enabled === null) {
    return (
      <span className={`${PLAIN} text-muted-foreground`}>
        <CircleHelp aria-hidden className="size-3.5" />
        {t("untold")}
      </span>
    );
  }
  return enabled ? (
    <span className={`${PLAIN} text-done`}>
      <CircleCheck aria-hidden className="size-3.5" />
      {t("enabled")}
    </span>
  ) : (
    <span className={`${CHIP} bg-failed/10 font-medium text-failed`}>
      <Ban aria-hidden className="size-3.5" />
      {t("disabled")}
    </span>
  );
}
