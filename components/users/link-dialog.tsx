"use client";

import { Check, Copy } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { ToldOnceDialog } from "#components/ui/told-once-dialog.tsx";
import { useCopying } from "#components/ui/use-copying.ts";
import type { MadeLink } from "#lib/contract/access/user.ts";

type Props = { link: MadeLink; name: string; email: string; onClosed: () => void };

/** A one-time link, shown once: nothing but its own button closes it, since nothing can show it again. */
export function LinkDialog({ link, name, email, onClosed }: Props) {
  const t = useTranslations("users.link");
  const format = useFormatter();
  const onwards = useRef<HTMLButtonElement>(null);
  const { copied, copy } = useCopying(link.url);
  const until = format.dateTime(new Date(link.expires_at), { dateStyle: "long", timeStyle: "short" });
  return (
    <ToldOnceDialog
      title={t(`title.${link.purpose}`, { name })}
      about={t(`about.${link.purpose}`, { email, until })}
      className="w-[34rem]"
      first={onwards}
    >
      <code
        translate="no"
        className="block select-all break-all rounded-md border border-border bg-muted px-3 py-2.5 font-mono text-sm"
      >
        {link.url}
      </code>
      <p className="text-muted-foreground text-xs">{t("once")}</p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto text-muted-foreground text-xs">
          {copied && t(`copied.${copied}`)}
        </p>
        <Button variant="outline" onClick={onClosed}>
          {t("done")}
        </Button>
        <Button ref={onwards} onClick={copy}>
          {copied === "yes" ? <Check aria-hidden /> : <Copy aria-hidden />}
          {t("copy")}
        </Button>
      </div>
    </ToldOnceDialog>
  );
}
